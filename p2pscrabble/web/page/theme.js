// @ts-check
/** The player's own choice of light or dark: read before anything is painted, so this is no module. */
{
  let chosen = "";
  try {
    chosen = localStorage.getItem("theme") ?? "";
  } catch {
    // Storage may be forbidden; then the system's choice holds.
  }
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
}
