"""Free words 自由な言葉: the model's own words, and which of them may be said."""
