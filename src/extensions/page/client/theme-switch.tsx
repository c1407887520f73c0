import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Draw } from "./drawings.tsx";
import { t } from "./texts.ts";
import { chooseTheme, storedTheme, themes } from "./theme.ts";

/** A menu behind an icon: light, dark, or as the system. */
export function ThemeSwitch(): JSX.Element {
  const [theme, setTheme] = useState(storedTheme);
  return (
    <span class="button is-icon theme" title={t("theme.label")}>
      <Draw name={theme} />
      <select
        aria-label={t("theme.label")}
        value={theme}
        onChange={({ currentTarget }) => {
          const chosen = themes[currentTarget.selectedIndex] ?? "system";
          chooseTheme(chosen);
          setTheme(chosen);
        }}
      >
        {themes.map((one) => (
          <option key={one} value={one}>
            {t(`theme.${one}`)}
          </option>
        ))}
      </select>
    </span>
  );
}
