"""Dictionary form: a plain verb at the end of a sentence is an order, a telling is none."""

import pytest

from companion.rooms.understanding.dictionary_form import as_request


@pytest.mark.parametrize(
    ("written", "request_"),
    [
        ("リビングの照明をつける", "リビングの照明をつけて"),
        ("寝室の電気を消す", "寝室の電気を消して"),
        ("午後9時に玄関の鍵を施錠する", "午後9時に玄関の鍵を施錠して"),
        ("エアコンを除湿に切り替える", "エアコンを除湿に切り替えて"),
        ("換気扇を切る", "換気扇を切って"),
        ("音量を下げる", "音量を下げて"),
    ],
)
def test_an_order_in_the_plain_form_is_said_as_a_request(written: str, request_: str) -> None:
    assert as_request(written) == request_


@pytest.mark.parametrize(
    "told",
    [
        "自分で電気を消す",
        "母が電気を消す",
        "電気を消すから待ってる",
        "電気を消したそうです",
        "電気を消します",
        "電気を消すつもりでいる",
        "電気を消すと怖い",
        "電気を消す人をさがす",
        "もう寝る",
        "電気を消す、明日も早い",
    ],
)
def test_what_somebody_tells_stays_as_it_is(told: str) -> None:
    assert as_request(told) is None
