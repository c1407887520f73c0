import { findSecrets, type Secret } from "./find-secrets.ts";
import { rewriteJson } from "./json-strings.ts";
import { SecretIndex } from "./secret-index.ts";
import { Pseudonyms } from "./pseudonyms.ts";

/** What is hidden besides what the texts themselves show to be secret. */
export interface HideOptions {
  /** Secrets that are known beforehand: the address that was asked, a password. */
  readonly known: readonly Secret[];
  /** What makes stand-ins worthless to guess from; it is thrown away. */
  readonly key: Buffer;
}

/** What every player of a kind says: a word that is a secret elsewhere is none here. */
const openKeys = /^(?:(?:dis)?model|firmware|tag|extension|formt|language|androidversion)$/i;

/** More than this deep, JSON within strings of JSON is no player's. */
const deepest = 4;
const mostTries = 100;

/** Hides secrets in texts: first all texts are learnt, then each is rewritten with the same stand-ins. */
export class SecretHider {
  readonly #index = new SecretIndex();
  readonly #standIns: Pseudonyms;
  readonly #given = new Map<string, string>();
  readonly #models = new Set<string>();

  constructor(options: HideOptions) {
    this.#standIns = new Pseudonyms(options.key);
    for (const secret of options.known) this.#index.add(secret);
  }

  /** How many secrets have been replaced, by kind. */
  get counts(): Readonly<Record<string, number>> {
    return this.#standIns.counts;
  }

  /** Takes note of what is secret in a text. */
  learn(text: string, hidesTitles: boolean, key = "", depth = 0): void {
    const isTree = isJson(text) && depth < deepest;
    // Of JSON as well: something may stand outside of its strings.
    const own = isTree ? rewriteJson(text, () => "") : text;
    for (const secret of findSecrets(own, { key, hidesTitles })) this.#index.add(secret);
    if (!isTree) return;
    rewriteJson(
      text,
      ({ value, isKey, key: name }) => {
        if (/^(?:dis)?model$/i.test(name) && !isKey) this.#models.add(value);
        this.learn(value, hidesTitles, isKey ? "" : name, depth + 1);
        return value;
      },
      (digits, name) => {
        if (digits.length >= longNumber) this.learn(digits, hidesTitles, name, depth + 1);
        return digits;
      },
    );
  }

  /** The text with a stand-in for each secret that was learnt from any text. */
  hide(text: string, key = "", depth = 0): string {
    if (!isJson(text) || depth >= deepest) return this.#replace(text, !this.#isOpen(text, key));
    // Keys are the player's own words, and what is no string is hardly anybody's: words stay there.
    const inside = rewriteJson(text, ({ value, isKey, key: own }) =>
      isKey ? value : this.hide(value, own, depth + 1),
    );
    return this.#replace(inside, false);
  }

  /** A secret that can still be seen in a text that was hidden. */
  leakIn(text: string, key = "", depth = 0): Secret | undefined {
    if (!isJson(text) || depth >= deepest) return this.#index.find(text, !this.#isOpen(text, key));
    let leak = this.#index.find(text, false);
    rewriteJson(text, ({ value, isKey, key: own }) => {
      if (!isKey) leak ??= this.leakIn(value, own, depth + 1);
      return value;
    });
    return leak;
  }

  /** A name that is the model's is nobody's own. */
  #isOpen(text: string, key: string): boolean {
    return openKeys.test(key) || this.#models.has(text);
  }

  #replace(text: string, withWords: boolean): string {
    return this.#index.replace(text, withWords, (secret, found) => this.#standInOf(secret, found));
  }

  /** A stand-in that is no secret of somebody else here. */
  #standInOf(secret: Secret, found: string): string {
    const name = `${secret.kind} ${secret.kind === "mac" ? found : secret.value.toLowerCase()}`;
    const given = this.#given.get(name);
    if (given !== undefined) return given;
    let standIn = this.#standIns.of(secret.kind, found);
    for (let tries = 0; this.#index.find(standIn, true) !== undefined && tries < mostTries; tries += 1) {
      standIn = this.#standIns.another(secret.kind, found);
    }
    this.#given.set(name, standIn);
    return standIn;
  }
}

/** Shorter numbers are values. */
const longNumber = 8;

function isJson(text: string): boolean {
  return /^\uFEFF?\s*[[{]/.test(text);
}
