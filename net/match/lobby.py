"""The lobby of one table: who sits where, who has the host's rights, and what the players agreed before the first deal.

It knows no connection and no time. A change that is not allowed raises LobbyRefusal and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from engine.api import Game, OptionError, OptionValue, Seat, SeatsError, find_game, listed

from ..wire.rate_limits import counted_as
from ..wire.sanitize import clean_line, clean_name, clean_title, free_name
from .bans import with_pass
from .people import BOT_NAMES, BotSeat, LobbyRefusal, Person, RevokedToken, SeatRequest
from .settings import TABLE_OPTIONS, LobbyRecord, RoomConfig, settings_opened

_SUBSTITUTE_LEVEL = "medium"
_MOST_VOIDED = 64


class Lobby(LobbyRecord, kw_only=True):
    """Everything about a table except the cards."""

    def __post_init__(self) -> None:
        """A table that was saved before time banks were shown shows what is left of them."""
        self.banks_ms = self.banks_ms or list(self.reserves_ms)
        self._order_people()

    @classmethod
    def open(cls, config: RoomConfig) -> Lobby:
        """The lobby of a new table. Raises UnknownGame, OptionError, SeatsError or LobbyRefusal."""
        game = find_game(config.game)
        seats = config.seats or game.meta.usual_seats
        game.meta.verify_seats(seats)
        options = game.meta.resolve(config.options)
        game.complete_options(options, seats)
        if len(config.bots) > seats:
            raise LobbyRefusal(f"A table of {seats} seats has no room for {len(config.bots)} bots.", "value")
        lobby = cls(
            table_id=config.table_id,
            game_id=config.game,
            title=clean_title(config.title) or game.meta.title,
            options=options,
            seats=seats,
            has_owner=bool(config.owner) and not config.first_is_host,
            most_watchers=config.most_watchers,
            **settings_opened(config),
        )
        for seat, level in zip(range(seats - len(config.bots), seats), config.bots, strict=True):
            lobby._seat_bot(seat, level)
        return lobby

    # Where people are.

    @property
    def game(self) -> Game:
        return find_game(self.game_id)

    @property
    def watchers(self) -> list[Person]:
        """People without a seat."""
        return [person for person in self.people if person.seat is None]

    @property
    def seated(self) -> list[Person]:
        return sorted(takewhile(_has_seat, self.people), key=lambda person: person.seat or 0)

    def sitter(self, seat: Seat) -> Person | None:
        return next((person for person in takewhile(_has_seat, self.people) if person.seat == seat), None)

    def bot_at(self, seat: Seat) -> BotSeat | None:
        return next((bot for bot in self.bots if bot.seat == seat), None)

    def person(self, key: int) -> Person | None:
        """The person with a number, if they are still at the table."""
        return next((person for person in self.people if person.key == key), None)

    def named(self, name: str) -> Person:
        """The person with a name. No two people have the same name. Raises LobbyRefusal if there is no such person."""
        found = next((person for person in self.people if person.name == name), None)
        if found is None:
            raise LobbyRefusal(f"{name or 'That player'} is not at the table.", "unknown")
        return found

    @property
    def owner(self) -> Person | None:
        """The person to whom the host's rights belong, here or away."""
        return next((person for person in self.people if person.is_owner), None)

    def is_dropped(self, seat: Seat) -> bool:
        return any(gone.seat == seat for gone in self.gone)

    def first_empty(self) -> Seat | None:
        return next((seat for seat in range(self.seats) if self._is_empty(seat)), None)

    def host(self) -> Person | None:
        """The person with the host's rights: the owner, or while the owner is away the first seated person here."""
        owner = self.owner
        if owner is not None and owner.state != "away":
            return owner
        return next((person for person in self.seated if person.state != "away"), owner)

    def lends_to(self, host: Person) -> bool:
        """Whether this host is a stand-in with only some of the rights, because the owner is away."""
        return self.has_owner and not host.is_owner

    def level_at(self, seat: Seat) -> str:
        """Level of the bot that plays a seat, or would play it for an absent person."""
        bot = self.bot_at(seat)
        return bot.level if bot else _SUBSTITUTE_LEVEL

    def name_at(self, seat: Seat) -> str:
        """The name of the player of a seat, "" for an empty seat."""
        person = self.sitter(seat)
        if person is not None:
            return person.name
        bot = self.bot_at(seat)
        if bot is not None:
            return bot.name
        return next((gone.name for gone in self.gone if gone.seat == seat), "")

    # Coming and going.

    def join(
        self, name: str, user: str = "", address: str = "", *, watches: bool = True, asked: SeatRequest | None = None
    ) -> Person:
        """Add a person without a seat, with a name that nobody else here has. asked: their petition.

        watches: they will have no seat; raises LobbyRefusal then if no more spectators may join.
        """
        if watches and len(self.watchers) >= self.most_watchers:
            raise LobbyRefusal("The table is full, and it can take no more spectators.", "unavailable")
        if asked is not None:
            asked.found(self.next_key)
        free = self._free_name(clean_name(name) or "Guest")
        person = Person(key=self.next_key, name=free, user=clean_line(user, 48), address=clean_line(address, 64))
        self.next_key += 1
        self.people.append(person)
        return person

    def give_key(self, person: Person) -> None:
        """This person has the owner's key, and so gets the host's rights, unless they were passed on."""
        heirless = self.owner is None
        for other in self.people:
            other.holds_key = other is person
            if not self.is_passed_on or heirless:
                other.is_owner = other is person

    def own_by_key(self) -> None:
        """Take the ownership from a person without the key. In version 0.1 the first player had it."""
        if self.has_owner and not self.is_passed_on:
            for person in self.people:
                person.is_owner = person.holds_key

    def pass_rights_to(self, heir: Person) -> None:
        """Give the host's rights to another person. The owner's key then only keeps its owner's seat."""
        for other in self.people:
            other.is_owner = other is heir
        self.is_passed_on = True

    def lose(self, person: Person) -> None:
        """A spectator was disconnected, and may come back even if the table is locked or private."""
        self.passes = with_pass(self.passes, person) if self.locked or self.private else self.passes
        for petition in self.petitions:
            petition.miss(person)
        self.leave(person)

    def leave(self, person: Person) -> None:
        """Remove a person for good. Their table goes back to the person with the owner's key, if there is one, or to
        the first seated person."""
        self.people.remove(person)
        if person.holds_key:
            self.owner_tokens = tuple(token for token in (person.token, person.old_token) if token)
        if person.is_owner:
            self._pass_rights_on()

    def sit(self, person: Person, seat: Seat) -> None:
        """Take an empty seat: any seat before the first deal, and later a seat that a player has left, between two
        deals.
        """
        self.verify_seat(seat)
        if self.stage == "over":
            raise LobbyRefusal("The match is over.", "stage")
        if self.stage == "playing":
            raise LobbyRefusal("You can take a seat only before the first deal or between deals.", "stage")
        if self.stage == "between" and person.seat is not None:
            raise LobbyRefusal("You keep your seat until the end of the match.", "right")
        if self.is_dropped(seat):
            raise LobbyRefusal(f"Seat {seat + 1} is out of the match.", "unavailable")
        if not self._is_empty(seat):
            raise LobbyRefusal(f"Seat {seat + 1} is taken by {self.name_at(seat)}.", "unavailable")
        person.seat = seat
        self._order_people()
        person.look, person.look_seat = "public", None
        person.ready = False
        person.missed = 0
        if not self.has_owner and not any(other.is_owner for other in self.people):
            person.is_owner = True

    def give_up(self, person: Person, sentence: str) -> None:
        """Give an absent person's seat to another person. If the absent person is not connected, they get the reason
        later.
        """
        tokens = [token for token in (person.token, person.old_token) if token]
        self.voided = [*self.voided, *(RevokedToken(token, sentence) for token in tokens)][-_MOST_VOIDED:]
        self.leave(person)

    def stand(self, person: Person) -> Seat:
        """Give up a seat and watch. Returns the seat."""
        if person.seat is None:
            raise LobbyRefusal("You have no seat to give up.", "right")
        seat, person.seat = person.seat, None
        self._order_people()
        person.ready = person.is_dozing = person.said_away = person.consents = False
        person.missed = 0
        return seat

    def set_ready(self, person: Person, *, ready: bool) -> None:
        """Set whether a person is ready for the first deal."""
        if person.seat is None:
            raise LobbyRefusal("Take a seat first.", "right")
        person.ready = ready
        person.was_ready = person.was_ready or ready

    def may_sit_from(self, address: str) -> bool:
        """Whether a person from an address may take one more seat before the first deal. At a listed table where nobody
        from another address sits, one address has at most half of the seats for people, so that a flood of programs
        leaves some free. People who have been ready do not count, nor does the host, who starts instead."""
        if not (self.listed and address and self.stage == "open"):
            return True
        whose = counted_as(address)
        if any(counted_as(person.address) != whose for person in self.seated):
            return True
        host = self.host()
        counted = [person for person in self.seated if person is not host or person.presence != "here"]
        held = sum(not (person.was_ready or person.is_owner or person.holds_key) for person in counted)
        return held < max(1, (self.seats - len(self.bots)) // 2)

    def verify_leaves_seats(self, person: Person) -> None:
        """Raises LobbyRefusal for a person who wants a seat that is kept for people from other addresses."""
        if person.seat is None and not self.may_sit_from(person.address):
            raise LobbyRefusal(
                "Players from your address already have half of the seats, but are not ready. "
                "Wait until one of them is ready, or until a player from another address has a seat.",
                "unavailable",
            )

    # The host's rights.

    def verify_host(self, person: Person) -> None:
        """Raises LobbyRefusal unless this person has the host's rights."""
        host = self.host()
        if host is not person:
            whose = f" The host is {host.name}." if host else ""
            raise LobbyRefusal(f"Only the host can do that.{whose}", "right")

    def set_bot(self, seat: Seat, level: str | None) -> None:
        """Seat a bot of a level on an empty seat or in the place of another bot. None: remove the bot."""
        self.verify_seat(seat)
        if self.stage == "over":
            raise LobbyRefusal("The match is over.", "stage")
        if self.is_dropped(seat):
            raise LobbyRefusal(f"Seat {seat + 1} is out of the match.", "unavailable")
        if level is None:
            self._send_bot_away(seat, f"Seat {seat + 1} has no bot.")
            return
        sitter = self.sitter(seat)
        if sitter is not None:
            raise LobbyRefusal(f"Seat {seat + 1} belongs to {sitter.name}.", "unavailable")
        self.verify_level(level)
        self._seat_bot(seat, level)

    def fill(self, level: str) -> list[Seat]:
        """Seat bots of a level on all empty seats, before the first deal. Returns the seats."""
        self.verify_open()
        self.verify_level(level)
        empty = [seat for seat in range(self.seats) if self._is_empty(seat)]
        for seat in empty:
            self._seat_bot(seat, level)
        return empty

    def verify_level(self, level: str) -> None:
        """Raises LobbyRefusal for a level that this game's bots do not have."""
        levels = [known.id for known in self.game.levels]
        if level not in levels:
            raise LobbyRefusal(f"Unknown bot level {level!r}. Choose {listed(levels, 'or')}.", "unknown")

    def set_free(self, seat: Seat) -> None:
        self._send_bot_away(seat, f"Seat {seat + 1} has no player.")

    def verify_sendable(self, host: Person, person: Person) -> None:
        """Raises LobbyRefusal for people whom the host cannot remove."""
        if person is host:
            raise LobbyRefusal("You cannot remove yourself. Leave the table instead.", "right")
        if person.is_owner:
            # While the owner is away, another person is the stand-in host.
            raise LobbyRefusal(f"{person.name} owns this table and cannot be removed.", "right")

    def verify_start(self) -> None:
        """Raises LobbyRefusal that says what is still missing for the first deal."""
        self.verify_open()
        empty = self.first_empty()
        if empty is not None:
            raise LobbyRefusal(f"Seat {empty + 1} is empty. Wait for a player or add a bot.", "stage")
        host = self.host()
        waiting = [p.name for p in self.seated if not p.ready and p is not host and p.state != "away"]
        if waiting:
            raise LobbyRefusal(f"Not ready yet: {', '.join(waiting)}.", "stage")

    # What the host sets.

    def set_option(self, name: str, value: OptionValue) -> list[Person]:
        """Set an option of the game, or an option of the table by a name that begins with "table.".

        Returns the people whose seat changes. Raises LobbyRefusal also if options and seats do not fit together.
        """
        if name.startswith("table."):
            return self._set_table_option(name.removeprefix("table."), value)
        self.verify_open()
        try:
            options = self.game.meta.resolve({**self.options, name: value})
            self.game.complete_options(options, self.seats)
        except OptionError as error:
            raise LobbyRefusal(str(error), "value" if name in self.options else "unknown") from None
        self.options = options
        self.unready_all()
        return []

    def _set_table_option(self, name: str, value: OptionValue) -> list[Person]:
        option = TABLE_OPTIONS.get(name)
        if option is None:
            raise LobbyRefusal(
                f"Unknown table option. Choose from {', '.join(f'table.{known}' for known in TABLE_OPTIONS)}.",
                "unknown",
            )
        held = option.held(value)
        if held is None:
            raise LobbyRefusal(option.refusal or f"table.{name} cannot be {value!r}.", "value")
        if option.until == "open":
            self.verify_open()
        elif option.until == "pause" and self.stage not in ("open", "between"):
            # The beginning of a deal decides what spectators may see of it.
            raise LobbyRefusal("What spectators see cannot change during a deal.", "stage")
        if name == "seats":
            return self._set_seats(int(held))
        self.hold(option.kept, held)
        if option.unreadies:
            self.unready_all()
        return []

    def _set_seats(self, seats: int) -> list[Person]:
        """Change the number of seats before the first deal. A person who would lose their seat moves to the lowest free
        one.
        """
        try:
            self.game.meta.verify_seats(seats)
            self.game.complete_options(self.options, seats)
        except (SeatsError, OptionError) as error:
            raise LobbyRefusal(str(error), "value") from None
        if len(self.seated) > seats:
            raise LobbyRefusal(f"{seats} seats are too few, because {len(self.seated)} players have a seat.", "value")
        taken = {person.seat for person in self.seated}
        free = [seat for seat in range(seats) if seat not in taken]
        moving = [person for person in self.seated if (person.seat or 0) >= seats]
        for person, seat in zip(moving, free, strict=False):
            person.seat = seat
        held = {person.seat for person in self.seated}
        self.seats = seats
        self.bots = [bot for bot in self.bots if bot.seat < seats and bot.seat not in held]
        self.unready_all()
        return moving

    # Inside.

    def unready_all(self) -> None:
        """Nobody is ready any more: people were ready for other options, or for another deal."""
        for person in self.seated:
            person.ready = False

    def _order_people(self) -> None:
        """People with seats come before spectators, so that a move need not look at a thousand of them."""
        self.people.sort(key=lambda person: not _has_seat(person))

    def _seat_bot(self, seat: Seat, level: str) -> None:
        self.bots = [bot for bot in self.bots if bot.seat != seat]
        self.bots.append(BotSeat(seat, self._free_name(BOT_NAMES[seat]), level))

    def _send_bot_away(self, seat: Seat, otherwise: str) -> None:
        bot = self.bot_at(seat)
        if bot is None:
            raise LobbyRefusal(otherwise, "stage")
        self.bots.remove(bot)

    def _free_name(self, wanted: str) -> str:
        return free_name(wanted, self._names())

    def _names(self) -> Iterable[str]:
        yield from (person.name for person in self.people)
        yield from (bot.name for bot in self.bots)
        yield from (gone.name for gone in self.gone)
        yield from (ban.name for ban in self.bans)
        yield from (petition.name for petition in self.petitions)

    def _is_empty(self, seat: Seat) -> bool:
        return self.bot_at(seat) is None and self.sitter(seat) is None

    def _pass_rights_on(self) -> None:
        if self.has_owner:
            self.is_passed_on = False
            heir = next((person for person in self.people if person.holds_key), None)
        else:
            heir = next((person for person in self.seated if person.presence != "away"), None)
        if heir is not None:
            heir.is_owner = True

    def verify_open(self) -> None:
        """Raises LobbyRefusal once the match has begun."""
        if self.stage != "open":
            raise LobbyRefusal("The first deal has begun, so this can no longer be changed.", "stage")

    def verify_seat(self, seat: Seat) -> None:
        """Raises LobbyRefusal for a seat that this table does not have."""
        if not 0 <= seat < self.seats:
            raise LobbyRefusal(f"This table has seats 1 to {self.seats}.", "unknown")


def _has_seat(person: Person) -> bool:
    return person.seat is not None
