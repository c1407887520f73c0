import { Buffer } from "node:buffer";
import files from "./pictures.json" with { type: "json" };

const covers = [files["cover-0"], files["cover-1"], files["cover-2"], files["cover-3"]];
/** Icons by the connector in their name, first match first. */
const icons = [
  [/XMOS/, files["icon-XMOS"], files["icon-XMOS_select"]],
  [/BT/, files["icon-BT"], files["icon-BT_select"]],
  [/HDMI|EARC/, files["icon-HDMI"], files["icon-HDMI_select"]],
  [/USB/, files["icon-USB"], files["icon-USB_select"]],
  [/SPDIF|COAX|OPT/, files["icon-SPDIF"], files["icon-SPDIF_select"]],
  [/XLR.*RCA/, files["icon-XLRRCA"], files["icon-XLRRCA_select"]],
  [/XLR/, files["icon-XLR"], files["icon-XLR_select"]],
  [/RCA/, files["icon-RCA"], files["icon-RCA_select"]],
  [/IIS/, files["icon-IIS"], files["icon-IIS_select"]],
  [/(?:)/, files["icon-plug"], files["icon-plug_select"]],
] as const;

export function coverImage(id: string): Buffer {
  return decode(covers[Math.abs(Number(id)) % covers.length]);
}

export function filmImage(kind: "poster" | "backdrop", id: string): Buffer {
  const number = Number(id) % 2 === 1 ? 1 : 2;
  return decode(files[`${kind}-${number}`]);
}

/** An icon like those of real players: light lines for a dark screen, amber if selected. */
export function iconImage(name: string): Buffer {
  // The styles of a display differ by their numbers.
  const [, style] = /_(\d+)\.png$/.exec(name) ?? [];
  if (style !== undefined) return coverImage(style);
  const [, plain, selected] = icons.find(([pattern]) => pattern.test(name)) ?? [];
  return decode(name.includes("_select.") ? selected : plain);
}

function decode(base64 = ""): Buffer {
  return Buffer.from(base64, "base64");
}
