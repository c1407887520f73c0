export interface RemoteKey {
  /** Its name in the topic `key`. */
  readonly key: string;
  /** The name of its icon; without one, its text is shown. */
  readonly icon?: string;
  /** The keys of a keyboard that press it, as browsers name them. */
  readonly pressedBy: readonly string[];
}

/** The arrows and OK, as on a remote control: up, left, OK, right, down. */
export const padKeys = [
  { key: "Up", icon: "up", pressedBy: ["ArrowUp"] },
  { key: "Left", icon: "back", pressedBy: ["ArrowLeft"] },
  { key: "Ok", pressedBy: ["Enter"] },
  { key: "Right", icon: "chevron", pressedBy: ["ArrowRight"] },
  { key: "Down", icon: "down", pressedBy: ["ArrowDown"] },
] as const satisfies readonly RemoteKey[];

export const menuKeys = [
  { key: "Back", icon: "return", pressedBy: ["Escape", "Backspace", "BrowserBack"] },
  { key: "Home", icon: "house", pressedBy: ["Home"] },
  { key: "Menu", icon: "menu", pressedBy: ["ContextMenu", "m"] },
] as const satisfies readonly RemoteKey[];

export const numberKeys: readonly RemoteKey[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((digit) => ({
  key: `Number_${digit}`,
  pressedBy: [String(digit)],
}));

/** The key of the remote control that a key of the keyboard presses; undefined if there is none. */
export function remoteKeyOf(pressed: string): string | undefined {
  const all: readonly RemoteKey[] = [...padKeys, ...menuKeys, ...numberKeys];
  return all.find(({ pressedBy }) => pressedBy.includes(pressed))?.key;
}
