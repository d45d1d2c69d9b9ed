"use strict";
// The terminal measures its cells when it is made, so its font is asked for before; and keys go to it from the start.
document.fonts.load('16px "Roboto Mono"').then(() => window.dispatchEvent(new Event("resize")));
new MutationObserver((_, observer) => {
  const keys = document.querySelector(".xterm-helper-textarea");
  if (keys && document.body.classList.contains("-loaded")) {
    keys.focus();
    observer.disconnect();
  }
}).observe(document.body, { attributes: true, childList: true, subtree: true });
