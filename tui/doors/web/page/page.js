"use strict";
// The terminal measures its cells when it is made, at the end of loading: 80 by 24 of them shall fit, and the font must
// have come. Keys go to it from the start.
const place = document.querySelector(".textual-terminal");
const fitting = Math.min(innerWidth / (80 * 0.61), innerHeight / (24 * 1.35));
place.dataset.fontSize = Math.max(6, Math.min(16, Math.floor(fitting)));
document.fonts.load('16px "Roboto Mono"').then(() => window.dispatchEvent(new Event("resize")));
new MutationObserver((_, observer) => {
  const keys = document.querySelector(".xterm-helper-textarea");
  if (keys && document.body.classList.contains("-loaded")) {
    keys.focus();
    observer.disconnect();
  }
}).observe(document.body, { attributes: true, childList: true, subtree: true });
