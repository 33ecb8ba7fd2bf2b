"""Capabilities 機能: each file is one capability; the module name is its config key and action
type."""
