import type { MusicState } from "../../core/resources/music.ts";
import type { Fields } from "../polled/fields.ts";
import type { Jack } from "../polled/lists.ts";

interface Input extends Jack {
  /** Its bit in what the player says that it has; the network is everywhere. */
  readonly bit: number;
  readonly modes: readonly number[];
}

/** The inputs by the word that selects them. */
const inputs: readonly Input[] = [
  { tag: "wifi", name: "Network", bit: 0, modes: [] },
  { tag: "line-in", name: "Line in", bit: 1, modes: [40] },
  { tag: "bluetooth", name: "Bluetooth", bit: 2, modes: [41, 53] },
  { tag: "udisk", name: "USB drive", bit: 3, modes: [11, 21] },
  { tag: "optical", name: "Optical", bit: 4, modes: [43] },
  { tag: "RCA", name: "RCA", bit: 5, modes: [44] },
  { tag: "co-axial", name: "Coaxial", bit: 6, modes: [45] },
  { tag: "FM", name: "FM", bit: 7, modes: [46] },
  { tag: "line-in2", name: "Line in 2", bit: 8, modes: [47] },
  { tag: "XLR", name: "XLR", bit: 9, modes: [48] },
  { tag: "HDMI", name: "HDMI", bit: 10, modes: [49] },
  { tag: "cd", name: "CD", bit: 11, modes: [50] },
  { tag: "TFcard", name: "SD card", bit: 13, modes: [16, 52] },
  { tag: "PCUSB", name: "USB DAC", bit: 15, modes: [51] },
  { tag: "phono", name: "Phono", bit: 16, modes: [54] },
  { tag: "optical2", name: "Optical 2", bit: 18, modes: [56] },
  { tag: "co-axial2", name: "Coaxial 2", bit: 19, modes: [57] },
  { tag: "ARC", name: "HDMI ARC", bit: 22, modes: [58] },
];

/** What the player plays itself, although it is selected like an input. */
const played: ReadonlySet<string> = new Set(["udisk", "TFcard", "cd"]);
/** Speech from another player, which is no input. */
const talk = 60;

/** The input of a mode; all that comes over the network is one. */
export function inputAt(mode: number): string | undefined {
  if (mode === talk) return undefined;
  return inputs.find(({ modes }) => modes.includes(mode))?.tag ?? "wifi";
}

/**
 * What the player says that it has, and what is selected: newer inputs are missing in what older firmware says. A WiiM Pro says
 * that it has an ARC.
 */
export function inputsOf(status: Fields, mode: number): readonly Jack[] {
  const text = status.text("plm_support");
  const bits = /^(?:0x)?[\da-f]{1,8}$/i.test(text) ? Number.parseInt(text, 16) : 0;
  const selected = inputAt(mode);
  const hasNone = (tag: string): boolean => tag === "ARC" && /pro/i.test(status.text("project"));
  return inputs
    .filter(({ tag, bit }) => {
      const isSaid = bit === 0 || Math.floor(bits / 2 ** bit) % 2 === 1;
      return tag === selected || (isSaid && !hasNone(tag));
    })
    .map(({ tag, name = tag }) => ({ tag, name }));
}

export function kindOf(mode: number): MusicState["source"] | "input" {
  const tag = inputAt(mode);
  if (tag === undefined) return "input";
  if (tag === "bluetooth") return "bluetooth";
  if (tag === "wifi") return mode > 0 ? "network" : "unknown";
  return played.has(tag) ? "internal" : "input";
}

/** Whether it plays what the leader of its group plays. */
export function isFollowing(status: Fields, player: Fields): boolean {
  // The mode of a member stays after it has left its group.
  const told = [status.text("group"), player.text("type")].filter((text) => text !== "");
  return told.length > 0 ? told.includes("1") : player.text("mode") === "99";
}

const bluetoothOutput: Jack = { tag: "bluetooth", name: "Bluetooth", enabled: false };
const outputNames: Readonly<Record<string, string>> = {
  1: "Optical",
  2: "Line out",
  3: "Coaxial",
  4: "Headphones",
  7: "HDMI",
};
const usualOutputs = ["2", "1", "3"];

/** Which outputs a model has is not told: those of most, of the one with a screen, and the selected one. Undefined for older ones. */
export function outputsOf(status: Fields, output: Fields): readonly Jack[] | undefined {
  if (!output.isTold) return undefined;
  const current = outputAt(output);
  if (/sound/i.test(status.text("project"))) return [{ tag: "7", name: "Speaker" }];
  const isUltra = /ultra/i.test(status.text("project"));
  const tags = new Set([...usualOutputs, ...(isUltra ? ["4", "7"] : [])]);
  if (current !== undefined && current !== bluetoothOutput.tag) tags.add(current);
  return [
    ...Array.from(tags, (tag) => ({ tag, name: outputNames[tag] ?? `Output ${tag}` })),
    ...(current === bluetoothOutput.tag ? [bluetoothOutput] : []),
  ];
}

export function outputAt(output: Fields): string | undefined {
  if (output.text("source") === "1") return bluetoothOutput.tag;
  return output.text("hardware") || undefined;
}
