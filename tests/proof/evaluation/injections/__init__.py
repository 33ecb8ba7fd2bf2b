"""Injections: what attackers write, and what the house lets a model that obeys it do."""
