import type { PageState } from "./state.ts";

type Kept = Pick<PageState, "bridge" | "players" | "deniedToGuest" | "clockOffsetMs">;

const prefix = "state ";
/** A newer page has a state of another shape. */
const name = prefix + import.meta.url;
let isForgotten = false;

/** Keeps what this tab shows over a reload. It ends with the tab, and when somebody signs out. */
export function keepState({ bridge, players, deniedToGuest, clockOffsetMs }: PageState): void {
  if (bridge === undefined || isForgotten) return;
  const kept: Kept = { bridge, players, deniedToGuest, clockOffsetMs };
  try {
    sessionStorage.setItem(name, JSON.stringify(kept));
  } catch {
    // Too much for the browser, or it keeps nothing.
  }
}

/** What this tab showed before it was reloaded. */
export function keptState(): Kept | undefined {
  try {
    const kept = sessionStorage.getItem(name);
    return kept === null ? undefined : JSON.parse(kept);
  } catch {
    return undefined;
  }
}

/** Also what pages of other builds have kept. */
export function forgetState(): void {
  isForgotten = true;
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}
