import type { Fields } from "../polled/fields.ts";
import type { TrackFacts } from "../polled/music.ts";

const names = ["title", "artist", "album"] as const;
/** What stands for no text. */
const empty = /^(?:unknow|<?unknown>?|un_known|\(null\)|null|none)$/i;
const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** The track in the status of a player. Older ones write each text as the bytes of UTF-8 in hexadecimal, newer ones plainly. */
export function decodedTrack(fields: Fields): Texts {
  const texts = names.map((name) => fields.text(capitalized(name), name));
  const decoded = texts.map((text) => (empty.test(text) ? "" : fromHex(text)));
  // A number is also a text in hexadecimal: one text that is none shows that all are plain.
  const isHex = decoded.every((text) => text !== undefined);
  return textsOf(isHex ? decoded.map((text) => text ?? "") : texts);
}

/** The track in metadata, whose texts are plain. */
export function trackIn(fields: Fields): TrackFacts & Texts {
  const rate = fields.number("sampleRate");
  const bitrate = fields.number("bitRate");
  return {
    ...textsOf(names.map((name) => fields.text(name))),
    picture: shown(fields.text("albumArtURI")),
    // Some tell it in kHz.
    sampleRateHz: rate === undefined ? undefined : Math.round(rate < 1000 ? rate * 1000 : rate),
    bits: fields.number("bitDepth"),
    ...(bitrate !== undefined && bitrate > 0 && { bitrate: `${bitrate} kb/s` }),
  };
}

interface Texts {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
}

function textsOf(texts: readonly string[]): Texts {
  const [title = "", artist = "", album = ""] = texts.map(shown);
  return { title, artist, album };
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A number, such as a year, is also a text in hexadecimal; one as long as this is none. */
const shortest = 12;

/** The text that is written in hexadecimal; undefined if it is not. */
function fromHex(text: string): string | undefined {
  if (text === "") return "";
  if (!/^(?:[\da-f]{2})+$/i.test(text)) return undefined;
  const decoded = Buffer.from(text.replace(/(?:00)+$/, ""), "hex").toString("utf8");
  // oxlint-disable-next-line no-control-regex -- they show that it is none
  const isOdd = /[\0-\x08\x0e-\x1f\x7f\ufffd]/.test(decoded);
  // A longer one is in hexadecimal, also where its end was cut off or a stream has other characters.
  return isOdd && text.length < shortest ? undefined : decoded.replace(/\ufffd+$/, "");
}

/** A text for people: without entities, and empty where it stands for none. */
export function shown(text: string): string {
  const plain = withoutEntities(text).trim();
  return empty.test(plain) ? "" : plain;
}

export function withoutEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole;
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}
