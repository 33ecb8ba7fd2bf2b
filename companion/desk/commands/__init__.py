"""Commands 聞き届け: answers an understood sentence, with requests or with facts."""

from companion.desk.commands.answer import Heeding

__all__ = ["Heeding"]
