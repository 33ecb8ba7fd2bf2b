"""Messages of typer and of pydantic in Japanese."""

from companion.cli.messages import in_japanese


def test_the_groups_of_a_message_stand_in_its_japanese() -> None:
    assert in_japanese("options", "No such command 'sing'.") == "sing というコマンドはありません"
    assert in_japanese("values", "Input should be greater than 3") == "3 より大きくしてください"


def test_a_message_without_a_translation_is_none() -> None:
    assert in_japanese("options", "something else") is None
