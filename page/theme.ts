export const themes = ["system", "light", "dark"] as const;

/** One choice of the switch; system follows the setting of the system. */
export type Theme = (typeof themes)[number];

/** The page may share its address with other programs, such as Home Assistant. */
const key = "player2mqtt-theme";
/** The ground colors of the style sheet, for the frame of the browser. */
const grounds = { light: "#f5f5f2", dark: "#121214" } as const;
const systemIsDark = window.matchMedia("(prefers-color-scheme: dark)");

export function storedTheme(): Theme {
  try {
    const stored = window.localStorage.getItem(key);
    return themes.find((theme) => theme === stored) ?? "system";
  } catch {
    // The browser stores nothing for this page.
    return "system";
  }
}

export function chooseTheme(theme: Theme): void {
  show(theme);
  try {
    window.localStorage.setItem(key, theme);
  } catch {
    // Then it lasts until the page is left.
  }
}

export function followTheme(): void {
  const follow = (): void => show(storedTheme());
  follow();
  systemIsDark.addEventListener("change", follow);
  window.addEventListener("storage", follow);
}

function show(theme: Theme): void {
  const shown = theme === "system" ? (systemIsDark.matches ? "dark" : "light") : theme;
  document.documentElement.dataset["theme"] = shown;
  for (const { name, content } of [
    { name: "color-scheme", content: shown },
    { name: "theme-color", content: grounds[shown] },
  ]) {
    document.querySelector(`meta[name="${name}"]`)?.setAttribute("content", content);
  }
}
