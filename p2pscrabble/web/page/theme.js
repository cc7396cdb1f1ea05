// @ts-check
/** The player's own choice of light or dark: read before anything is painted, so this is no module. */
try {
  const chosen = localStorage.getItem("theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch {
  // Storage may be forbidden; then the system's choice holds.
}
