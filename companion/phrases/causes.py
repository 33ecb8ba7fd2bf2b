"""Causes 理由の言い方: word a cause alike on the page and in an answer to "why did you?"."""

from companion.words.language import Bilingual

SET_THINKING = Bilingual(
    "頼まれたのではなく、{}を聞いて自分で考えました",
    "nobody asked for it; {} set me thinking",
)
"""A remark that a mind thought about is no request, whatever it did then; `{}`: the remark, in
quotation marks."""
