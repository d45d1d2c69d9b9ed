"use strict";
// The terminal measures its cells when it is made, at the end of loading: 80 by 24 of them shall fit, or at least the 60
// by 20 that the card room needs where the letters would be too small to read. The font must have come by then.
const place = document.querySelector(".textual-terminal");
const fitting = (columns, rows) => Math.floor(Math.min(innerWidth / (columns * 0.61), innerHeight / (rows * 1.35)));
const readable = Math.min(12, fitting(60, 20));
place.dataset.fontSize = Math.max(6, readable, Math.min(16, fitting(80, 24)));
document.fonts.load('16px "Roboto Mono"').then(() => window.dispatchEvent(new Event("resize")));
// The server keeps the place of this tab, so that it opens there again.
history.replaceState(history.state || crypto.getRandomValues(new Uint32Array(4)).join("-"), "");
place.dataset.sessionWebsocketUrl += `/${history.state}`;
// A hand-held screen that is turned needs letters of another size. Taps do what keys do: it needs no keyboard.
const isHeld = matchMedia("(pointer: coarse)").matches;
if (isHeld) matchMedia("(orientation: portrait)").addEventListener("change", () => location.reload());
// Keys go to the terminal from the start.
new MutationObserver((_, observer) => {
  const keys = document.querySelector(".xterm-helper-textarea");
  if (keys && document.body.classList.contains("-loaded")) {
    if (isHeld) keys.inputMode = "none";
    keys.focus();
    observer.disconnect();
  }
}).observe(document.body, { attributes: true, childList: true, subtree: true });
