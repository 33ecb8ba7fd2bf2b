"""The companion: one trigger walks one corridor, from what was seen to what is told."""
