"""Policies 自動実行ルール: one file each; they look and trigger, never act."""
