"""Approval 承認: may it be done?"""
