import { DeviceError } from "../../core/errors.ts";
import type { PlayerSetting } from "../../core/resources/settings.ts";
import { readSettingsPage, type SettingsLink } from "./map-settings.ts";
import { parseJson } from "../http/parse-json.ts";
import { asAnswer } from "./read-answer.ts";

/** The most requests for one pass over the tree, and the most values of a page. */
const maxPages = 7;
const maxValues = 5000;

/** One pass over a player's settings tree, page by page: allowed settings first, each page once, until all are found. */
export class SettingsWalk {
  readonly #allowed: readonly string[];
  readonly #origin: string;
  readonly #waiting: SettingsLink[];
  readonly #seen: Set<string>;
  readonly #found = new Map<string, PlayerSetting>();
  /** The pages that were requested. */
  pages = 0;

  constructor(root: string, allowed: readonly string[], origin: string) {
    this.#allowed = allowed;
    this.#origin = origin;
    this.#waiting = [{ path: root }];
    this.#seen = new Set([root]);
  }

  /** The allowed settings, in the order of the configuration. */
  get found(): readonly PlayerSetting[] {
    return this.#allowed.flatMap((tag) => this.#found.get(tag) ?? []);
  }

  /** The next page to request; undefined when the pass is complete. */
  next(): SettingsLink | undefined {
    if (this.pages >= maxPages || this.#found.size >= this.#allowed.length) return undefined;
    const wanted = this.#waiting.findIndex(({ tag }) => tag !== undefined && this.#allowed.includes(tag));
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
      if (!this.#found.has(setting.tag)) this.#found.set(setting.tag, setting);
    }
    for (const next of pages) {
      if (this.#seen.has(next.path)) continue;
      this.#seen.add(next.path);
      this.#waiting.push(next);
    }
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
