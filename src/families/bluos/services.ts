import { createHash } from "node:crypto";
import type { ServiceItemCall } from "../../core/controls/call.ts";
import { type Browse, type BrowseAnswer, type LibraryEntry, noFolder } from "../../core/library.ts";
import { shownText, type XmlElement } from "../http/xml.ts";
import { pictureIn } from "./map-status.ts";

type Attributes = XmlElement["attributes"];

export interface ServicesTerms {
  readonly origin: string;
  /** Reads a menu or a list; the first one without a key. */
  readonly read: (query: string, signal: AbortSignal) => Promise<XmlElement>;
}

/** What was read of a folder so far, and the key of the rest. */
interface Folder {
  readonly entries: readonly LibraryEntry[];
  readonly nextKey: string | undefined;
}

/** The player decides how long its pages are, and is asked for one a second. */
const mostReads = 3;
const mostFolders = 64;
const mostItems = 5000;

/** The kinds of actions that do each, the more specific ones first. */
const actionTypes = {
  play: ["add-now", "addAll-now"],
  next: ["add-next", "addAll-next"],
  add: ["add-last", "addAll-last", "add"],
} as const;

/**
 * What a player offers to browse: its services, radio, library, playlists and inputs. Only its answers give keys and addresses,
 * which may hold names of accounts: so each entry has an id of ours, which is valid while the bridge runs.
 */
export class Services {
  readonly #terms: ServicesTerms;
  readonly #items = new Map<string, Attributes>();
  readonly #folders = new Map<string, Folder>();

  constructor(terms: ServicesTerms) {
    this.#terms = terms;
  }

  async page({ of, start, count }: Browse, signal: AbortSignal): Promise<BrowseAnswer> {
    const key = this.#items.get(of)?.["browseKey"];
    if (of !== "" && key === undefined) return noFolder;
    let folder = start === 0 ? undefined : this.#folders.get(of);
    for (let reads = 0; reads < mostReads && !isEnough(folder, start + count); reads += 1)
      folder = await this.#readMore(folder, key, signal);
    const { entries, nextKey } = folder ?? { entries: [], nextKey: undefined };
    keep(this.#folders, of, { entries, nextKey }, mostFolders);
    const total = nextKey === undefined ? entries.length : undefined;
    return { kind: "page", page: { total, entries: entries.slice(start, start + count) } };
  }

  /** The request that plays or adds an entry; undefined where the player offers none. */
  async requestFor({ id, how }: ServiceItemCall, signal: AbortSignal): Promise<string | undefined> {
    const item = this.#items.get(id);
    const { playURL, contextMenuKey: menuKey } = item ?? {};
    // What it does by itself, as in the maker's app; a station has no menu, and leaves the queue alone.
    if (how === "replace" && playURL !== undefined) return ownPath(playURL);
    if (how === "play" && menuKey === undefined) return ownPath(playURL);
    if (menuKey === undefined) return undefined;
    const menu = await this.#terms.read(queryOf(menuKey), signal);
    const wanted = how === "replace" ? "play" : how;
    const actions = menu.children
      .map(({ attributes }) => attributes)
      .filter((one) => beginsToPlay(one) === (wanted === "play"));
    const types: readonly (string | undefined)[] = actionTypes[wanted];
    // Some players call what plays all tracks of an artist as what adds them.
    const action =
      types.map((type) => actions.find((one) => one["type"] === type)).find((one) => one !== undefined) ??
      (wanted === "play" ? actions[0] : undefined);
    return ownPath(action?.["actionURL"]);
  }

  async #readMore(before: Folder | undefined, key: string | undefined, signal: AbortSignal): Promise<Folder> {
    const next = before === undefined ? key : before.nextKey;
    const list = await this.#terms.read(next === undefined ? "" : queryOf(next), signal);
    const found = list.children.flatMap((child) =>
      child.name === "category" ? partsOf(child) : [child.attributes],
    );
    const entries = found.flatMap((item) => this.#entryOf(item));
    const { nextKey } = list.attributes;
    return {
      entries: [...(before?.entries ?? []), ...entries],
      nextKey: entries.length === 0 || nextKey === "" ? undefined : nextKey,
    };
  }

  /** None for a mere text. */
  #entryOf(item: Attributes): readonly LibraryEntry[] {
    const { text = "", text2 = "", image = "", browseKey, playURL, contextMenuKey } = item;
    const [isFolder, isPlayable] = [browseKey !== undefined, (playURL ?? contextMenuKey) !== undefined];
    if (!isFolder && !isPlayable) return [];
    const mark = JSON.stringify([browseKey, playURL, contextMenuKey]);
    const id = createHash("sha256").update(mark).digest("hex").slice(0, 16);
    keep(this.#items, id, item, mostItems);
    return [
      {
        id,
        title: shownText(text) || shownText(text2) || "?",
        artist: shownText(text2) || undefined,
        picture: pictureIn(image, this.#terms.origin) || undefined,
        ...(isFolder && { folder: true }),
        ...(isFolder && isPlayable && { playable: true }),
      },
    ];
  }
}

function isEnough(folder: Folder | undefined, count: number): boolean {
  return folder !== undefined && (folder.entries.length >= count || folder.nextKey === undefined);
}

/** The entries of a part of a list, and a folder with the rest of them. */
function partsOf({ attributes: { text, nextKey }, children }: XmlElement): readonly Attributes[] {
  const entries = children.map(({ attributes }) => attributes);
  return nextKey === undefined ? entries : [...entries, { text, browseKey: nextKey }];
}

function queryOf(key: string): string {
  return `?key=${encodeURIComponent(key)}`;
}

/** Whether an action begins to play; undefined if that is in another order. */
function beginsToPlay({ actionURL = "" }: Attributes): boolean | undefined {
  const query = new URLSearchParams(actionURL.replace(/^[^?]*/, ""));
  return query.get("shuffle") === "1" ? undefined : query.get("playnow") === "1";
}

function ownPath(url: string | undefined): string | undefined {
  return url?.startsWith("/") === true && !url.startsWith("//") ? url : undefined;
}

/** Keeps a value as the newest, and forgets the oldest. */
function keep<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (oldest !== undefined && map.size > most) map.delete(oldest);
}
