import { createHash } from "node:crypto";
import type { ServiceItemCall } from "../../core/controls/call.ts";
import { DeviceError } from "../../core/errors.ts";
import { type Browse, type BrowseAnswer, type LibraryEntry, noFolder } from "../../core/library.ts";
import type { Clock } from "../../lib/clock.ts";
import { keepNewest } from "../../lib/keep-newest.ts";
import { type Phrase, translatable } from "../../lib/phrase.ts";
import { shownText, type XmlElement } from "../http/xml.ts";
import { notThere } from "../polled/refusals.ts";
import { OtherAnswer } from "./document.ts";
import { ownPath, pictureIn } from "./map-status.ts";

type Attributes = XmlElement["attributes"];

/** Reads a menu or a list; the first one without a key. */
type Read = (query: string) => Promise<XmlElement>;

/** What was read of a folder so far, since when, and the key of the rest. */
interface Folder {
  readonly since: number;
  readonly entries: readonly LibraryEntry[];
  readonly nextKey: string | undefined;
  /** Why something is missing from what was found. */
  readonly failure?: string | Phrase | undefined;
}

/** The player decides how long its pages are, and is asked for one a second. */
const mostReads = 3;
const mostFolders = 8;
/** A service that is searched takes a request, the first time two. */
const mostSearched = 8;
/** The integration waits for 30 s. The last request may begin a second later, and take ten. */
const searchMs = 15_000;
/** What was read of a folder counts no longer. */
const knownForMs = 600_000;
/** No folder is read further. */
const mostEntries = 5000;
/** A folder that is read to its end keeps the ids of its beginning, and those of what is opened in it. */
const mostItems = 2 * mostEntries;

const notReadYet = translatable("library.not-yet", "this part has not been read yet: send the request again");
const tooLong = translatable("library.too-long", "only the first {count} entries of a folder are read", {
  count: mostEntries,
});

/** The kinds of actions that do each, the more specific ones first. */
const actionTypes = {
  play: ["add-now", "addAll-now"],
  next: ["add-next", "addAll-next"],
  add: ["add-last", "addAll-last", "add"],
} as const;

/**
 * What a player offers to browse: its services, radio, library, playlists and inputs. Only its answers give keys and addresses,
 * which may hold names of accounts: so each entry has an id of ours, which is valid until the player is opened anew.
 */
export class Services {
  readonly #origin: string;
  readonly #items = new Map<string, Attributes>();
  readonly #folders = new Map<string, Folder>();
  /** Services that did not answer when they were last searched. */
  readonly #failed = new Map<string, true>();
  /** The keys that search, by those of the services. */
  readonly #searchKeys = new Map<string, { readonly since: number; readonly key: string | undefined }>();
  readonly #clock: Pick<Clock, "now">;

  constructor(origin: string, clock: Pick<Clock, "now">) {
    this.#origin = origin;
    this.#clock = clock;
  }

  async page({ operation, of, start, count }: Browse, read: Read): Promise<BrowseAnswer> {
    if (operation === "librarySearchServices") return this.#foundPage(of, start, count, read);
    const key = this.#items.get(of)?.["browseKey"];
    if (of !== "" && key === undefined) return noFolder;
    const kept = this.#folders.get(of);
    const known = kept !== undefined && this.#clock.now() - kept.since < knownForMs ? kept : undefined;
    let folder = start === 0 ? undefined : known;
    try {
      for (let reads = 0; reads < mostReads && !isEnough(folder, start + count); reads += 1)
        folder = await this.#readMore(folder, key, read);
    } catch (error) {
      // The key of the rest may be outdated: the folder is read from its beginning the next time.
      if (error instanceof OtherAnswer) this.#folders.delete(of);
      throw error;
    }
    const { entries, nextKey, since } = folder ?? { entries: [], nextKey: undefined, since: 0 };
    // Somebody else may be further on in the same folder.
    const isKnown = nextKey !== undefined && known !== undefined && beginsWith(known, entries);
    keepNewest(this.#folders, of, isKnown ? known : { entries, nextKey, since }, mostFolders);
    if (nextKey !== undefined && entries.length <= start)
      return { kind: "refused", reason: entries.length < mostEntries ? notReadYet : tooLong };
    const total = nextKey === undefined ? entries.length : undefined;
    return { kind: "page", page: { total, entries: entries.slice(start, start + count) } };
  }

  /** The request that plays or adds an entry; undefined where the player offers none. */
  async requestFor({ id, how }: ServiceItemCall, read: Read): Promise<string | undefined> {
    const item = this.#items.get(id);
    const { playURL, contextMenuKey: menuKey } = item ?? {};
    // What it does by itself, as in the maker's app; a station has no menu, and leaves the queue alone.
    if (how === "replace" && playURL !== undefined) return ownPath(playURL);
    if (how === "play" && menuKey === undefined) return ownPath(playURL);
    if (menuKey === undefined) return undefined;
    const menu = await read(queryOf(menuKey));
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

  async #readMore(before: Folder | undefined, key: string | undefined, read: Read): Promise<Folder> {
    const next = before === undefined ? key : before.nextKey;
    const list = await read(next === undefined ? "" : queryOf(next));
    const entries = itemsIn(list).flatMap((item) => this.#entryOf(item));
    const { nextKey } = list.attributes;
    return {
      since: before?.since ?? this.#clock.now(),
      entries: [...(before?.entries ?? []), ...entries],
      nextKey: entries.length === 0 || nextKey === "" ? undefined : nextKey,
    };
  }

  async #foundPage(text: string, start: number, count: number, read: Read): Promise<BrowseAnswer> {
    const place = `?${text}`;
    const known = start === 0 ? undefined : this.#folders.get(place);
    const { entries, failure } = known ?? (await this.#find(text, read));
    if (entries.length === 0 && failure !== undefined) return { kind: "refused", reason: failure };
    const since = this.#clock.now();
    keepNewest(this.#folders, place, { since, entries, nextKey: undefined, failure }, mostFolders);
    const page = { total: entries.length, entries: entries.slice(start, start + count) };
    return { kind: "page", page, lacksSome: failure };
  }

  /** What the services find, one after another. One that fails keeps no other away; what time has run out for has failed. */
  async #find(text: string, read: Read): Promise<Pick<Folder, "entries" | "failure">> {
    const until = this.#clock.now() + searchMs;
    const offered = itemsIn(await read("")).flatMap(({ browseKey }) => browseKey ?? []);
    // One that did not answer must not take the time of the others again.
    const services = [
      ...offered.filter((service) => !this.#failed.has(service)),
      ...offered.filter((service) => this.#failed.has(service)),
    ];
    const inTime: Read = (query) => {
      if (this.#clock.now() < until) return read(query);
      throw new OtherAnswer({ kind: "refused", reason: notReadYet });
    };
    const found: LibraryEntry[] = [];
    let failure: string | Phrase | undefined;
    let searched = 0;
    for (const service of services) {
      if (searched === mostSearched) break;
      try {
        const key = await this.#searchKeyOf(service, inTime);
        if (!key) continue;
        searched += 1;
        const list = await inTime(`${queryOf(key)}&q=${encodeURIComponent(text)}`);
        const { serviceName: text2 = "", nextKey } = list.attributes;
        const rest = nextKey === undefined ? [] : [{ text: text2, browseKey: nextKey }];
        // What has no second line tells where it was found.
        const items = itemsIn(list).map((item) => ({ text2, ...item }));
        found.push(...[...items, ...rest].flatMap((item) => this.#entryOf(item)));
        this.#failed.delete(service);
      } catch (error) {
        failure = failureOf(error);
        if (!(error instanceof OtherAnswer)) keepNewest(this.#failed, service, true, mostItems);
      }
    }
    return { entries: found, failure };
  }

  /** Undefined for what cannot be searched. */
  async #searchKeyOf(service: string, read: Read): Promise<string | undefined> {
    const known = this.#searchKeys.get(service);
    const now = this.#clock.now();
    if (known !== undefined && now - known.since < knownForMs) return known.key;
    const key = (await read(queryOf(service))).attributes["searchKey"];
    keepNewest(this.#searchKeys, service, { since: now, key }, mostItems);
    return key;
  }

  /** None for a mere text. */
  #entryOf(item: Attributes): readonly LibraryEntry[] {
    const { text = "", text2 = "", image = "", browseKey, playURL, contextMenuKey } = item;
    const [isFolder, isPlayable] = [browseKey !== undefined, (playURL ?? contextMenuKey) !== undefined];
    if (!isFolder && !isPlayable) return [];
    const mark = JSON.stringify([browseKey, playURL, contextMenuKey]);
    const id = createHash("sha256").update(mark).digest("hex").slice(0, 16);
    keepNewest(this.#items, id, item, mostItems);
    return [
      {
        id,
        title: shownText(text) || shownText(text2) || "?",
        artist: shownText(text2) || undefined,
        picture: pictureIn(image, this.#origin) || undefined,
        ...(isFolder && { folder: true }),
        // A station and an input have no menu.
        ...(isPlayable && (isFolder || contextMenuKey !== undefined) && { playable: true }),
      },
    ];
  }
}

/** Why a service was not searched. Throws what says more about the player than about the service. */
function failureOf(error: unknown): string | Phrase {
  if (error instanceof OtherAnswer) return "reason" in error.answer ? error.answer.reason : notThere;
  if (error instanceof DeviceError && error.fault !== "unreachable") return error.phrase;
  throw error;
}

function isEnough(folder: Folder | undefined, count: number): boolean {
  if (folder === undefined) return false;
  return folder.entries.length >= Math.min(count, mostEntries) || folder.nextKey === undefined;
}

function beginsWith(folder: Folder, entries: readonly LibraryEntry[]): boolean {
  const { length } = entries;
  return folder.entries.length > length && entries.every(({ id }, place) => id === folder.entries[place]?.id);
}

function itemsIn(list: XmlElement): readonly Attributes[] {
  return list.children.flatMap((child) => (child.name === "category" ? partsOf(child) : [child.attributes]));
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
