import { isIPv6 } from "node:net";
import { digitsOfMac } from "../../core/mac.ts";
import type { PublicTexts } from "../../families/family.ts";
import type { SecretKind } from "./pseudonyms.ts";

/** A text that must not be visible in a recording. */
export interface Secret {
  readonly kind: SecretKind;
  readonly value: string;
  /** Replaced only as a whole word, since it would match within many others. */
  readonly isWord: boolean;
}

export interface TextPlace {
  /** The JSON key of the text; empty outside of JSON. */
  readonly key: string;
  readonly hidesTitles: boolean;
  readonly publicTexts: readonly PublicTexts[];
}

const patterns = {
  url: /\b([a-z][a-z\d+.-]{1,15}):\/\/([^\s"'<>\\]+)/gi,
  ipv4: /(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d.]*\d)/g,
  ipv6: /(?<![\w:.])[\da-f]{0,4}:[\da-f:.]{2,43}/gi,
  mac: /(?<![\da-f])[\da-f]{2}([:-])(?:[\da-f]{2}\1){4}[\da-f]{2}(?![\da-f])/gi,
  email: /(?<![^\s@"'<>/\\:])[^\s@"'<>/\\:]{1,64}@[^\s@"'<>/\\]{1,253}\.[a-z]{2,24}/gi,
  /** Text that people write has no words of this length with letters and digits. */
  token: /(?<![\w+-])(?=[\w+-]*\d)(?=[\w+-]*[a-z])[\w+-]{24,}={0,2}/gi,
} as const;

const specialAddresses = new Set(["0.0.0.0", "127.0.0.1", "255.255.255.255", "255.255.255.0"]);
const secretKeys =
  /serial|^sn$|uuid|udid|imei|token|passw|secret|session|signature|^sign$|e-?mail|phone|(?:account|user)_?(?:id|key|token)/i;
const nameKeys = /ssid|(?:device|host|friendly|user|nick|account)_?name|^(?:account|user)$/i;
const titleKeys =
  /^(?:(?:song|album|artist|track|file|play|playlist|show|video|movie)(?:title|name)|title|album|artists?|albumartist|composer|pinyin\w*|lyrics?)$/i;
const macKeys = /mac|uuid|udid/i;
/** Folders that every player has, and common words: not secret. */
const commonWords = new Set(
  (
    "data system smb nfs ftp dlna upnp storage emulated mnt media usb sdcard tmp cache internal external local cloud public " +
    "share shares home root volume volumes android obb music audio video videos movie movies film films tv series shows " +
    "download downloads flac alac mp3 wav dsf dff iso mkv mp4 avi xlr rca xlrrca hdmi hdmi2 iis spdif xmos earc bt arc"
  ).split(" "),
);
const shortestWord = 3;
const longestCredential = 200;
/** Texts of at least this length are also found within others. */
export const shortestPart = 6;

/** Finds everything in a player's text that reveals something about its owner. */
export function* findSecrets(text: string, place: TextPlace): Generator<Secret, void> {
  for (const [url, , rest = ""] of text.matchAll(patterns.url)) yield* secretsOfUrl(url, rest, place);
  for (const [value] of text.matchAll(patterns.ipv4)) {
    if (!specialAddresses.has(value)) yield { kind: "ipv4", value, isWord: false };
  }
  for (const [value] of text.matchAll(patterns.ipv6)) {
    if (isIPv6(value) && value !== "::1" && value !== "::") yield { kind: "ipv6", value, isWord: false };
  }
  for (const [value] of text.matchAll(patterns.mac)) yield* spellingsOf(value);
  for (const { 0: value, index } of text.matchAll(patterns.email)) {
    if (!isCredential(text, index)) yield part(value);
  }
  for (const [value] of text.matchAll(patterns.token)) yield part(value);
  if (isPath(text)) yield* secretsOfPath(text, place);
  else if (!text.includes("://")) yield* secretsOfQuery(text, place);
  if (macKeys.test(place.key) && /^[\da-f]{12}$/i.test(text)) yield* spellingsOf(text);
  else if (secretKeys.test(place.key) && !isPlaceholder(text, place)) yield part(text);
  else if (nameKeys.test(place.key) && !isPlaceholder(text, place)) yield* word(text, place);
  const isTitle =
    titleKeys.test(place.key) || place.publicTexts.some(({ titleKeys: own }) => own?.test(place.key));
  if (place.hidesTitles && isTitle) yield* word(withoutEnding(text), place);
}

function* spellingsOf(mac: string): Generator<Secret, void> {
  const digits = digitsOfMac(mac);
  if (digits === undefined) return;
  for (const separator of ["", ":", "-"]) {
    yield { kind: "mac", value: digits.replaceAll(/(..)(?=.)/g, `$1${separator}`), isWord: false };
  }
}

function* secretsOfUrl(url: string, rest: string, place: TextPlace): Generator<Secret, void> {
  const [beforeQuery = "", ...queries] = rest.split(/[?#]/);
  const [authority = "", ...path] = beforeQuery.split("/");
  const at = authority.lastIndexOf("@");
  for (const credential of authority.slice(0, Math.max(0, at)).split(":")) yield* named(credential, place);
  const host = authority.slice(at + 1).replace(/:\d*$/, "");
  if (host !== "" && !/^[\d.]+$|^\[/.test(host) && host !== "localhost") {
    yield { kind: "host", value: host, isWord: host.length < shortestPart };
  }
  yield* secretsOfPath(`/${path.join("/")}`, place);
  for (const value of queries
    .flatMap((query) => query.split("&"))
    .map((pair) => pair.slice(pair.indexOf("=") + 1))) {
    if (value.length >= shortestWord && url !== "") yield* named(value, place);
  }
}

/** The parameters of an address are texts, each with its own key. */
function* secretsOfQuery(text: string, place: TextPlace): Generator<Secret, void> {
  for (const pair of text.split("?").slice(1).join("?").split("&")) {
    const [key = "", ...value] = pair.split("=");
    const decoded = decode(value.join("="));
    if (decoded !== "") yield* findSecrets(decoded, { ...place, key });
  }
}

/** Directories are always hidden, file names only with the titles. */
function* secretsOfPath(path: string, place: TextPlace): Generator<Secret, void> {
  const [before = ""] = path.split("?");
  yield* secretsOfQuery(path, place);
  if (isOwnPath(path, place)) return;
  const segments = before.split(/[/\\#]/);
  const file = segments.pop() ?? "";
  for (const segment of place.hidesTitles ? [...segments, withoutEnding(file)] : segments) {
    if (!/^[\d.]+$/.test(segment)) yield* named(segment, place);
  }
}

/** A text, and its decoded form if it is percent-encoded. */
function* named(text: string, place: TextPlace): Generator<Secret, void> {
  yield* word(text, place);
  const decoded = decode(text);
  if (decoded !== text) yield* word(decoded, place);
}

function* word(text: string, { publicTexts }: TextPlace): Generator<Secret, void> {
  const value = text.trim();
  const letters = value.replaceAll(/[^\p{L}\p{N}]/gu, "");
  if (letters.length < shortestWord || /^\d{1,4}$/.test(value)) return;
  const lower = value.toLowerCase();
  if (commonWords.has(lower) || publicTexts.some(({ words }) => words.includes(lower))) return;
  yield { kind: "text", value, isWord: true };
}

export function part(value: string): Secret {
  return { kind: "text", value, isWord: value.length < shortestPart };
}

/** Whether this is the user and host of a URL, which is handled as a URL. */
function isCredential(text: string, at: number): boolean {
  return /:\/\/[^\s/]*$/.test(text.slice(Math.max(0, at - longestCredential), at));
}

function isPath(text: string): boolean {
  return /^(?:\/|\\\\|[a-z]:\\)[^\n]*\S/i.test(text);
}

function isOwnPath(path: string, { publicTexts }: TextPlace): boolean {
  return publicTexts.some((texts) => texts.isOwnPath(path));
}

function isPlaceholder(text: string, place: TextPlace): boolean {
  return (
    text.length < shortestWord ||
    /^(?:[0-]+|unknown|null|none|true|false|-?\d{1,4})$/i.test(text) ||
    isOwnPath(text, place)
  );
}

function withoutEnding(file: string): string {
  return file.replace(/\.\w{1,5}$/, "");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
