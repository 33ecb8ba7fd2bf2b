"""Acknowledgements 相づち: list the short words that may be said before the answer is known.

None of them tells a result: they say that something was heard, or that it takes a moment.
"""

from collections.abc import Mapping

from companion.words.language import Bilingual

ACKNOWLEDGEMENTS: Mapping[str, Bilingual] = {
    "heard": Bilingual("はい。", "Yes?"),
    "moment": Bilingual("少しお待ちください。", "One moment."),
    "thinking": Bilingual("考えています。", "Let me think."),
    "see": Bilingual("ええと、どれどれ。", "Hmm, let me see."),
    "again": Bilingual(
        "聞き取れませんでした。何をどうするか、もう一度お願いします。",
        "I did not get that. Please say again which thing, and what to do with it.",
    ),
    "longer": Bilingual(
        "どなたの声か分かりませんでした。もう少し長くお願いします。",
        "I could not tell whose voice that was. Please say a little more.",
    ),
}
"""By name, as the capability `speak` is asked for them."""
WAITING = ("moment", "thinking", "see")
"""Those for an answer that takes its time; a character sheet may name others of the bank."""
SAMPLE = Bilingual("こんにちは。この声で話します。", "Hello. This is the voice I speak with.")
"""Words of a voice that is tried."""
