"""Governance 統治: a purpose becomes goals and tasks; code checks each end."""
