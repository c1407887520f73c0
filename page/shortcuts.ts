import { useWindowEvent } from "./hooks.ts";

/** The keys of the buttons that have some. No characters: those belong to screen readers and dictation (WCAG 2.1.4). */
export const shortcuts: Readonly<Record<string, string>> = {
  play: "Space",
  pause: "Space",
  previous: "Shift+ArrowLeft",
  next: "Shift+ArrowRight",
  VolumeUp: "Shift+ArrowUp",
  VolumeDown: "Shift+ArrowDown",
};
export const volumeShortcuts = "Shift+ArrowUp Shift+ArrowDown";

/** Where the player is whose buttons the keys press, the first that is there. */
const places = [".small-player", ".wall", ".now-main", ".cards"];
/** Elements that have their own use for Space, or for arrows with Shift. */
const usesSpace = "button, input, select, textarea, summary, dialog, [tabindex]";
const usesArrows = "input, select, textarea, dialog, [role=radiogroup]";
const volumeStep = 5;

export function useShortcuts(): void {
  useWindowEvent("keydown", (event) => {
    const { key, shiftKey, target } = event;
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    const isSpace = key === " " && !shiftKey;
    if (!isSpace && !(shiftKey && key.startsWith("Arrow"))) return;
    if (target instanceof Element && target.closest(isSpace ? usesSpace : usesArrows) !== null) return;
    const keys = isSpace ? "Space" : `Shift+${key}`;
    const button = places
      .map((place) => document.querySelector<HTMLElement>(`${place} [aria-keyshortcuts~="${keys}"]`))
      .find((one) => one !== null);
    if (button === undefined || button === null) return;
    event.preventDefault();
    // What cannot be pressed has no use for its key either.
    if (button.matches(":disabled")) return;
    if (button instanceof HTMLInputElement) step(button, key === "ArrowUp" ? volumeStep : -volumeStep);
    else button.click();
  });
}

function step(slider: HTMLInputElement, by: number): void {
  slider.valueAsNumber += by;
  slider.dispatchEvent(new Event("change", { bubbles: true }));
}
