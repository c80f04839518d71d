"""Discord's documented limits, one body on each side of every bound."""

from typing import Any

import pytest

from tests.wire.commands import command_size, invocation, registration_problems
from tests.wire.errors import Refused
from tests.wire.limits import message_problems, modal_problems
from tests.wire.rates import Rates
from tests.wire.state import COMPONENTS_V2, Json


def button(label: str = "Go", custom_id: str = "go", **more: Any) -> Json:
    return {"type": 2, "style": 1, "label": label, "custom_id": custom_id, **more}


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def text(content: str) -> Json:
    return {"type": 10, "content": content}


def buttons(count: int) -> list[Json]:
    return [button(custom_id=f"go{number}") for number in range(count)]


def select(count: int, **more: Any) -> Json:
    options = [{"label": f"option {number}", "value": str(number)} for number in range(count)]
    return {"type": 3, "custom_id": "choose", "options": options, **more}


def section(texts: int, **more: Any) -> Json:
    return {"type": 9, "components": [text("a line") for _ in range(texts)], **more}


def gallery(count: int, **more: Any) -> Json:
    return {"type": 12, "items": [{"media": {"url": "https://example.org/a.png"}, **more} for _ in range(count)]}


GOOD_LAYOUTS: dict[str, list[Json]] = {
    "40 components": [text("a") for _ in range(40)],
    "4,000 characters": [text("a" * 2000), {"type": 17, "components": [text("b" * 2000)]}],
    "5 buttons in a row": [row(*buttons(5))],
    "a label of 80": [row(button("x" * 80))],
    "a custom id of 100": [row(button(custom_id="x" * 100))],
    "25 options": [row(select(25))],
    "3 texts in a section": [section(3, accessory=button())],
    "10 pictures": [gallery(10, description="x" * 1024)],
}
BAD_LAYOUTS: dict[str, list[Json]] = {
    "41 components": [text("a") for _ in range(41)],
    "41 nested components": [row(*buttons(5)) for _ in range(6)] + [text("a") for _ in range(5)],
    "4,001 characters": [text("a" * 2000), {"type": 17, "components": [text("b" * 2001)]}],
    "6 buttons in a row": [row(*buttons(6))],
    "an empty row": [row()],
    "a select beside a button": [row(select(2), button())],
    "a label of 81": [row(button("x" * 81))],
    "a custom id of 101": [row(button(custom_id="x" * 101))],
    "an empty custom id": [row(button(custom_id=""))],
    "the same custom id twice": [row(button(), button())],
    "a button without words": [row(button(""))],
    "a link with a custom id": [row(button(style=5, url="https://example.org"))],
    "a bare button": [button()],
    "26 options": [row(select(26))],
    "no options": [row(select(0))],
    "a placeholder of 151": [row(select(2, placeholder="x" * 151))],
    "more values than options": [row(select(2, max_values=3))],
    "4 texts in a section": [section(4, accessory=button())],
    "a section without accessory": [section(1)],
    "11 pictures": [gallery(11)],
    "an alt text of 1,025": [gallery(1, description="x" * 1025)],
    "a picture that isn't there": [{"type": 12, "items": [{"media": {"url": "attachment://table.png"}}]}],
    "a container in a container": [{"type": 17, "components": [{"type": 17, "components": [text("a")]}]}],
    "an empty text": [text("")],
}
BAD_MESSAGES: dict[str, Json] = {
    "content of 2,001": {"content": "x" * 2001},
    "a title of 257": {"embeds": [{"title": "x" * 257}]},
    "26 fields": {"embeds": [{"fields": [{"name": "n", "value": "v"}] * 26}]},
    "a field of 1,025": {"embeds": [{"fields": [{"name": "n", "value": "v" * 1025}]}]},
    "6,001 in all": {"embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]},
    "11 embeds": {"embeds": [{"title": "x"}] * 11},
    "6 rows": {"components": [row(button(custom_id=str(number))) for number in range(6)]},
    "a text block without the flag": {"components": [text("a")]},
    "everybody and somebody": {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
}


@pytest.mark.parametrize("name", GOOD_LAYOUTS)
def test_a_layout_within_its_limits_passes(name: str) -> None:
    assert list(message_problems({"components": GOOD_LAYOUTS[name]}, COMPONENTS_V2, set())) == []


@pytest.mark.parametrize("name", BAD_LAYOUTS)
def test_a_layout_beyond_its_limits_is_refused(name: str) -> None:
    assert list(message_problems({"components": BAD_LAYOUTS[name]}, COMPONENTS_V2, set()))


@pytest.mark.parametrize("name", BAD_MESSAGES)
def test_a_message_beyond_its_limits_is_refused(name: str) -> None:
    assert list(message_problems(BAD_MESSAGES[name], 0, set()))


def test_a_layout_has_neither_content_nor_embeds_beside_it() -> None:
    for legacy in ({"content": "x"}, {"embeds": [{"title": "x"}]}):
        assert list(message_problems({"components": [text("a")], **legacy}, COMPONENTS_V2, set()))


def test_a_form_has_a_title_of_45_and_one_to_five_parts() -> None:
    field = {"type": 4, "custom_id": "name", "style": 1, "label": "Name"}
    form: Json = {"title": "x" * 45, "custom_id": "form", "components": [row(field)]}
    assert list(modal_problems(form)) == []
    assert list(modal_problems(form | {"title": "x" * 46}))
    assert list(modal_problems(form | {"components": []}))
    assert list(modal_problems(form | {"components": [row(field | {"label": "x" * 46})]}))


def command(name: str = "pepper", **more: Any) -> Json:
    return {"id": "1", "name": name, "type": 1, "description": "Plays a game", **more}


def option(name: str = "preset", **more: Any) -> Json:
    return {"name": name, "type": 3, "description": "Which rules", **more}


BAD_COMMANDS: dict[str, Json] = {
    "an upper-case name": command("Pepper"),
    "a name of 33": command("x" * 33),
    "a description of 101": command(description="x" * 101),
    "no description": command(description=""),
    "26 options": command(options=[option(f"o{number}") for number in range(26)]),
    "an option twice": command(options=[option(), option()]),
    "a required option after an optional one": command(options=[option("a"), option("b", required=True)]),
    "26 choices": command(options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(26)])]),
    "an unknown language": command(description_localizations={"tlh": "x"}),
    "a translated description of 101": command(description_localizations={"de": "x" * 101}),
    "a translated name of 33": command(name_localizations={"de": "x" * 33}),
}


@pytest.mark.parametrize("name", BAD_COMMANDS)
def test_a_command_beyond_its_limits_is_refused(name: str) -> None:
    assert list(registration_problems([BAD_COMMANDS[name]]))


def test_a_hundred_commands_are_registered_and_one_more_is_refused() -> None:
    hundred = [command(f"c{number}") for number in range(100)]
    assert list(registration_problems(hundred)) == []
    assert list(registration_problems([*hundred, command("last")]))
    assert list(registration_problems([command(), command()]))


def test_a_command_counts_its_longest_language() -> None:
    asked = command("a", description="bb", description_localizations={"de": "cccc"}, options=[option("d")])
    assert command_size(asked) == 1 + 4 + 1 + len("Which rules")


def test_a_slash_command_arrives_nested_as_it_was_registered() -> None:
    start = {"name": "start", "type": 1, "description": "x", "options": [option(choices=[{"name": "L", "value": "l"}])]}
    registered = [command(options=[start])]
    assert invocation(registered, "pepper start", {"preset": "l"})["options"] == [
        {"name": "start", "type": 1, "options": [{"name": "preset", "type": 3, "value": "l"}]}
    ]
    with pytest.raises(ValueError, match="preset"):
        invocation(registered, "pepper start", {"preset": "other"})
    with pytest.raises(LookupError):
        invocation(registered, "pepper", {})


def test_a_channel_takes_five_messages_in_five_seconds_and_tells_when_the_next_may_come() -> None:
    rates, route = Rates(), ("POST", "/channels/{channel_id}/messages")
    left = [rates.take(*route, "1", 0.0)["X-RateLimit-Remaining"] for _ in range(5)]
    assert left == ["4", "3", "2", "1", "0"]
    with pytest.raises(Refused) as refused:
        rates.take(*route, "1", 2.0)
    assert refused.value.status == 429
    assert refused.value.body["retry_after"] == 3.0
    assert rates.take(*route, "2", 2.0)
    assert rates.take(*route, "1", 5.0)


def test_a_message_over_an_hour_old_takes_three_edits_in_six_seconds() -> None:
    rates = Rates()
    for _ in range(3):
        rates.take_old_edit("1", 0.0)
    with pytest.raises(Refused) as refused:
        rates.take_old_edit("1", 1.0)
    assert (refused.value.status, refused.value.code) == (429, 30046)


def test_fifty_requests_a_second_are_let_through_but_answers_do_not_count() -> None:
    rates = Rates()
    for _ in range(60):
        rates.take("POST", "/interactions/{interaction_id}/{interaction_token}/callback", "", 0.0)
    for _ in range(50):
        rates.take("GET", "/users/{user_id}", "", 0.0)
    with pytest.raises(Refused) as refused:
        rates.take("GET", "/users/{user_id}", "", 0.5)
    assert refused.value.body["global"] is True
