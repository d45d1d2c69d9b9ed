"""A state machine: a table says which event leads where, and a state may have a task that ends with it."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Mapping
from enum import Enum
from typing import Any, Generic, TypeVar

State = TypeVar("State", bound=Enum)
Event = TypeVar("Event", bound=Enum)


class StateMachine(ABC, Generic[State, Event]):
    """One machine. transitions: of each state, where its events lead; any other event is ignored.

    works: what is done while in a state, as a task. Once a task has entered another state, it waits for nothing more.
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
        """Enter the state that follows an event. Says whether the event may happen now; else nothing is done."""
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
        """The program made a mistake in a task. kind: of the exception."""
