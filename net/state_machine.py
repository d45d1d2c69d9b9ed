"""A state machine: a table of transitions, and a task for each state that needs one."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Mapping
from enum import Enum
from typing import Any, Generic, TypeVar

State = TypeVar("State", bound=Enum)
Event = TypeVar("Event", bound=Enum)


class StateMachine(ABC, Generic[State, Event]):
    """A state machine. transitions: for each state, the next state of each event; any other event is ignored. works:
    the task of a state. After a task enters another state, it must not wait for anything more.
    """

    def __init__(
        self,
        transitions: Mapping[State, Mapping[Event, State]],
        first: State,
        works: Mapping[State, Callable[[], Coroutine[Any, Any, None]]],
    ) -> None:
        self.state = first
        self._transitions = transitions
        self._works = works
        self._task: asyncio.Task[None] | None = None

    def _on(self, event: Event) -> bool:
        """Handle an event: enter the next state. Returns whether the event is possible now; if not, nothing changes."""
        state = self._transitions[self.state].get(event)
        if state is not None:
            self._enter(state)
        return state is not None

    def _enter(self, state: State) -> None:
        """End the task of the state before, and begin that of the new one."""
        self.state = state
        if self._task is not None:
            self._task.cancel()
            self._task = None
        if (work := self._works.get(state)) is not None:
            self._task = asyncio.get_running_loop().create_task(work())
            self._task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (fault := task.exception()) is not None:
            self._failed(type(fault).__name__)

    @abstractmethod
    def _failed(self, kind: str) -> None:
        """A task raised an exception. kind: of the exception."""
