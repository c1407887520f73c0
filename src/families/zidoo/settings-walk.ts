import { DeviceError } from "../../core/errors.ts";
import type { PlayerSetting } from "../../core/resources/settings.ts";
import {
  type AllowedSettings,
  indexOfTitle,
  isAllowed,
  readSettingsPage,
  type SettingsLink,
} from "./map-settings.ts";
import { parseJson } from "../http/parse-json.ts";
import { asAnswer } from "./read-answer.ts";

/** The most requests for one pass over the tree, and the most values of a page. The largest known tree has 25 pages. */
const maxPages = 40;
const maxValues = 5000;

/** Lists of options by their pages. They hardly change, and the entries that point to them name the selected option. */
export type KnownLists = Map<string, Extract<PlayerSetting, { readonly kind: "list" }>>;

/** One pass over a player's settings tree, page by page: allowed settings first, each page once, until all are found. */
export class SettingsWalk {
  readonly #allowed: AllowedSettings;
  readonly #origin: string;
  readonly #lists: KnownLists;
  readonly #waiting: SettingsLink[];
  readonly #seen: Set<string>;
  readonly #found = new Map<string, PlayerSetting>();
  pages = 0;

  constructor(root: string, allowed: AllowedSettings, origin: string, lists: KnownLists = new Map()) {
    this.#allowed = allowed;
    this.#origin = origin;
    this.#lists = lists;
    this.#waiting = [{ path: root }];
    this.#seen = new Set([root]);
  }

  /** The allowed settings, in the order of the configuration. */
  get found(): readonly PlayerSetting[] {
    if (this.#allowed === "all") return [...this.#found.values()];
    return this.#allowed.flatMap((tag) => this.#found.get(tag) ?? []);
  }

  /** The next page to request; undefined when the pass is complete. */
  next(): SettingsLink | undefined {
    const isComplete = this.#allowed !== "all" && this.#found.size >= this.#allowed.length;
    if (this.pages >= maxPages || isComplete) return undefined;
    const wanted = this.#waiting.findIndex((page) => this.#isWanted(page));
    const [page] = this.#waiting.splice(Math.max(wanted, 0), 1);
    if (page !== undefined) this.pages += 1;
    return page;
  }

  /** Adds the answer to a page. A page that cannot be understood does not affect the others. */
  add(page: SettingsLink, body: Buffer): void {
    const json = tryAnswer(body);
    if (json === undefined) return;
    const { settings, pages } = readSettingsPage(json, this.#origin, this.#allowed, page);
    for (const setting of settings) {
      this.#keep(setting);
      if (page.isList === true && setting.kind === "list") this.#lists.set(page.path, setting);
    }
    for (const next of pages) {
      if (this.#seen.has(next.path) || (next.isList === true && !this.#isWanted(next))) continue;
      this.#seen.add(next.path);
      const list = this.#lists.get(next.path);
      const current = list && indexOfTitle(list.options, next.selected);
      if (list !== undefined && current !== undefined) this.#keep({ ...list, current });
      else this.#waiting.push(next);
    }
  }

  #keep(setting: PlayerSetting): void {
    if (!this.#found.has(setting.tag)) this.#found.set(setting.tag, setting);
  }

  #isWanted({ tag }: SettingsLink): boolean {
    return tag !== undefined && isAllowed(tag, this.#allowed);
  }
}

function tryAnswer(body: Buffer): object | undefined {
  try {
    return asAnswer(parseJson(body, false, maxValues));
  } catch (error) {
    if (error instanceof DeviceError) return undefined;
    throw error;
  }
}
