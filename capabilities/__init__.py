"""Capabilities 機能: one file each; the module name is its config key and action type."""
