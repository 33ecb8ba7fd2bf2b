"""Worker of Whisper: turns a clip into text with faster-whisper (MIT) on CTranslate2.

Clips of up to 30 s are recognised in one window of at least 15 s instead of the model's 30 s: a
third of the cost, and no more errors (a window of 10 s makes it repeat itself). Longer clips go
through the library's own `transcribe`.
"""

import math
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.ports.listening import OTHER_LANGUAGE, Transcript
from companion.words.audio import HEARING_RATE_HZ, AudioClip
from companion.words.language import Language

FRAMES_PER_S = 100
"""Columns of the mel spectrogram in a second."""
MARGIN_FRAMES = 100
"""Silence after the clip, without which the last word is lost."""
MOST_FRAMES = 3000
"""Of the encoder: 30 s."""
NO_SPEECH, NO_SPEECH_SCORE = 0.4, -1.3
"""Measured on 60 recordings: speech had a probability of no speech up to 0.34; noise had 0.43 and
more, with a mean log probability under -1.5."""
MOST_COMPRESSION = 2.4
"""Text that zlib makes smaller than this repeats itself; Whisper's own threshold."""
NEVER_REPEATED = 4
"""No sequence of so many tokens may come twice."""
TOKENS_PER_S, TOKENS_MORE = 8, 12
"""Most tokens of a clip: nobody speaks faster, so an answer that long is a loop."""
LEAST_OURS = 0.3
"""Probability of our languages together under which the clip is in another: Whisper writes English
or Japanese all the same, whatever was said. 64 recordings and made sentences of ours had 0.47 and
more, 60 of a poor English voice 0.31; of 104 sentences in ten other languages, said by two voices,
82 had less."""
SURELY_OURS, DOUBTED_SCORE = 0.7, -0.7
"""Under this probability the text is in doubt if its mean log probability is less: 15 more of those
104 had less of both, and of ours five, of which one was read rightly."""
NOT_OURS = 0.05
"""Under this probability no text counts, however surely it was written: Whisper translates."""
SURELY_NOT_TOLD = 0.9
"""Share of the other one of our two languages from which it, and not the one told, is read: over 55
recordings and made sentences the spoken one never had less than 0.95 of both."""
SURE_SCORE = -0.2
"""Mean log probability from which the first reading is taken as it is. Under it the likeliest
readings may be asked for: of 43 made household commands those heard right had more, save a few."""
READINGS = 5
"""How many then, side by side."""
NEARLY_AS_LIKELY = 0.25
"""A reading so much less likely, in mean log probability, may still be what was said."""
LEAST_S = 0.1
OURS = frozenset(language.value for language in Language)

Answer = tuple[dict[str, Any], bytes]


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text of one window, with the figures by which invented text is told."""

    text: str
    score: float
    """Mean log probability of its tokens."""
    no_speech: float
    """Probability that nobody speaks."""
    is_full: bool = False
    """It has as many tokens as were allowed."""
    others: tuple[str, ...] = ()
    """Readings that are nearly as likely, likeliest first."""
    in_doubt: bool = False
    """Likelier readings may be found if they are asked for."""


def not_asked(clip: AudioClip, language: Language | None, longest_s: float) -> Transcript | None:
    """Transcript of a clip that needs no server: it is too long, or silent. Raises `ValueError`
    for another sample rate."""
    if clip.rate_hz != HEARING_RATE_HZ:
        raise ValueError(f"{clip.rate_hz} Hz; speech to text takes {HEARING_RATE_HZ}")
    if clip.length_s > longest_s:
        return Transcript(text="", language=None, rejected="too_long")
    if not any(clip.pcm):
        return Transcript(text="", language=language, rejected="no_speech")
    return None


def why_rejected(decoded: Decoded) -> str:
    """Why a text must not be used: `no_speech`, `repeats_itself`; "" where it may."""
    if not decoded.text.strip(" .,!?。、！？…"):
        return "no_speech"
    if decoded.no_speech > NO_SPEECH and decoded.score < NO_SPEECH_SCORE:
        return "no_speech"
    encoded = decoded.text.encode()
    if decoded.is_full or len(encoded) / len(zlib.compress(encoded)) > MOST_COMPRESSION:
        return "repeats_itself"
    return ""


def is_foreign(ours: float, score: float) -> bool:
    """Whether a clip is in neither of our languages. `ours`: probability of both together; `score`:
    of the text that was made of it all the same."""
    return ours < LEAST_OURS or (ours < SURELY_OURS and score < DOUBTED_SCORE)


def may_be_ours(ours: float, score: float) -> bool:
    """Whether the text of a foreign clip counts where it is a sentence of the home. `ours`,
    `score`: as of `is_foreign`."""
    return ours >= LEAST_OURS or (ours >= NOT_OURS and score >= DOUBTED_SCORE)


def likeliest(found: Sequence[Decoded]) -> Decoded:
    """The likeliest reading, with those that are nearly as likely and may be used. `found`:
    likeliest first, at least one."""
    best = found[0]
    near = [one for one in found[1:] if one.score >= best.score - NEARLY_AS_LIKELY]
    texts = dict.fromkeys(one.text for one in near if not why_rejected(one))
    texts.pop(best.text, None)
    return replace(best, others=tuple(texts))


def chosen_language(found: Sequence[tuple[str, float]], told: str = "") -> str:
    """The one of our languages to read the clip in: the one that was told, unless it is surely the
    other, since Whisper translates rather than say that it hears another one; else the likelier."""
    ours = {name: p for name, p in found if name in OURS}
    likelier = max(ours, key=lambda name: ours[name])
    if told and ours[likelier] < SURELY_NOT_TOLD * sum(ours.values()):
        return told
    return likelier


def serve(settings: Mapping[str, Any]) -> Callable[[Mapping[str, Any], bytes], Answer]:
    """Worker side: `{language, vocabulary, likeliest}` and 16-bit samples -> text. `likeliest`: the
    readings side by side, of which the clip's first one was in doubt. Raises `ImportError`, and
    `RuntimeError` where the weights cannot be read."""
    model = _Model(settings)

    def answer(header: Mapping[str, Any], blob: bytes) -> Answer:
        beams = READINGS if header.get("likeliest") else 0
        return model.recognise(blob, header.get("language") or "", header["vocabulary"], beams), b""

    return answer


class _Model:
    def __init__(self, settings: Mapping[str, Any]) -> None:
        import numpy as np
        from faster_whisper import WhisperModel

        self._np = np
        self._window_frames = round(float(settings["window_s"]) * FRAMES_PER_S)
        self._longest_s = float(settings["longest_s"])
        self._beams = int(settings["beams"])
        self._last: tuple[bytes, tuple[int, Any, list[tuple[str, float]]]] | None = None
        """The clip that was looked at last, and what was found."""
        self._model = WhisperModel(
            str(settings["folder"]),
            device="cpu",
            compute_type="int8",
            cpu_threads=int(settings["threads"]),
            local_files_only=True,
        )

    def recognise(
        self, pcm: bytes, language: str, vocabulary: str, beams: int = 0
    ) -> dict[str, Any]:
        """`beams`: so many readings side by side; 0: as the settings say."""
        samples = self._np.frombuffer(pcm, "<i2").astype("float32") / 32768
        length_s = len(samples) / HEARING_RATE_HZ
        if length_s > self._longest_s:
            return _told("", "", "too_long")
        if length_s < LEAST_S or not samples.any():
            return _told("", language, "no_speech")
        frames, encoded, languages = self._looked_at(pcm, samples)
        told, language = language, chosen_language(languages, language)
        if told and language != told:
            vocabulary = ""  # names in one language make the words of the other unlikely
        if frames > MOST_FRAMES:
            return self._of_long(samples, language, vocabulary)
        decoded = self._decoded(encoded, length_s, language, vocabulary, beams)
        rejected = why_rejected(decoded)  # first: noise is in no language
        ours = sum(p for name, p in languages if name in OURS)
        if not rejected and is_foreign(ours, decoded.score):
            rejected = OTHER_LANGUAGE
        told_of = _told(decoded.text, language, rejected, decoded.score)
        doubted = may_be_ours(ours, decoded.score)
        told_of |= {"others": decoded.others, "may_be_ours": doubted}
        return {**told_of, "in_doubt": decoded.in_doubt}

    def _looked_at(self, pcm: bytes, samples: Any) -> tuple[int, Any, list[tuple[str, float]]]:
        """Length in frames, what the encoder makes of the sound, and its languages: a third of the
        cost, kept for the other readings of the same clip."""
        if self._last is None or self._last[0] != pcm:
            features = self._model.feature_extractor(samples, padding=160)[..., :-1]
            encoded = self._encoded(features)
            looked = (features.shape[-1], encoded, self._languages(encoded))
            self._last = (pcm, looked)
        return self._last[1]

    def _encoded(self, features: Any) -> Any:
        from faster_whisper.audio import pad_or_trim

        frames = max(self._window_frames, features.shape[-1] + MARGIN_FRAMES)
        frames = min(MOST_FRAMES, frames + frames % 2)
        return self._model.encode(pad_or_trim(features, frames))

    def _languages(self, encoded: Any) -> list[tuple[str, float]]:
        return [(token[2:-2], p) for token, p in self._model.model.detect_language(encoded)[0]]

    def _decoded(
        self, encoded: Any, length_s: float, language: str, vocabulary: str, beams: int
    ) -> Decoded:
        from faster_whisper.tokenizer import Tokenizer

        tokens = Tokenizer(
            self._model.hf_tokenizer,
            self._model.model.is_multilingual,
            task="transcribe",
            language=language,
        )
        before = tokens.encode(f" {vocabulary}") if vocabulary else []
        prompt = self._model.get_prompt(tokens, before, without_timestamps=True)
        most = int(length_s * TOKENS_PER_S) + TOKENS_MORE

        def readings(beams: int) -> list[Decoded]:
            found = self._model.model.generate(
                encoded,
                [prompt],
                beam_size=beams,
                num_hypotheses=beams,
                suppress_blank=True,
                no_repeat_ngram_size=NEVER_REPEATED,
                max_length=len(prompt) + most,
                return_scores=True,
                return_no_speech_prob=True,
            )[0]
            read = list[Decoded]()
            for ids, score in zip(found.sequences_ids, found.scores, strict=True):
                ids = [token for token in ids if token < tokens.eot]
                text = tokens.decode(ids).strip()
                read.append(Decoded(text, score, found.no_speech_prob, len(ids) >= most))
            return read

        best = likeliest(readings(beams or self._beams))
        in_doubt = best.score < SURE_SCORE and (beams or self._beams) < READINGS
        return replace(best, in_doubt=in_doubt)

    def _of_long(self, samples: Any, language: str, vocabulary: str) -> dict[str, Any]:
        parts, _ = self._model.transcribe(
            samples,
            language=language,
            initial_prompt=vocabulary or None,
            beam_size=self._beams,
            temperature=0.0,
            condition_on_previous_text=False,
            no_repeat_ngram_size=NEVER_REPEATED,
        )
        found = [Decoded(p.text.strip(), p.avg_logprob, p.no_speech_prob) for p in parts]
        good = [part for part in found if not why_rejected(part)]
        if not good:
            return _told("", language, why_rejected(found[0]) if found else "no_speech")
        between = "" if language == Language.JA else " "
        score = sum(part.score for part in good) / len(good)
        return _told(between.join(part.text for part in good), language, "", score)


def _told(text: str, language: str, rejected: str, score: float | None = None) -> dict[str, Any]:
    confidence = None if score is None else round(min(1.0, math.exp(score)), 3)
    return {"text": text, "language": language, "rejected": rejected, "confidence": confidence}
