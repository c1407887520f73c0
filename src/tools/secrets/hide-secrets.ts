import type { Family, PublicTexts } from "../../families/family.ts";
import { findSecrets, type Secret } from "./find-secrets.ts";
import { rewriteJson } from "./json-strings.ts";
import { rewriteXml } from "./xml-strings.ts";
import { SecretIndex } from "./secret-index.ts";
import { Pseudonyms } from "./pseudonyms.ts";

export interface HideOptions {
  /** Secrets that are known beforehand: the player's address, a password. */
  readonly known: readonly Secret[];
  /** The key of the pseudonyms; it is discarded, so they cannot be guessed. */
  readonly key: Buffer;
  /** The families that the players may belong to. */
  readonly families: readonly Pick<Family, "publicTexts">[];
}

/** Keys whose values are the same for all players of a model: words are not hidden there. */
const publicKeys = /^(?:(?:dis)?model|firmware|tag|extension|formt|language|androidversion)$/i;

/** No player nests JSON in strings of JSON deeper than this. */
const deepest = 4;
const maxTries = 100;

/** Hides secrets in texts: first collect the secrets of all texts, then rewrite each with the same pseudonyms. */
export class SecretHider {
  readonly #index = new SecretIndex();
  readonly #pseudonyms: Pseudonyms;
  readonly #models = new Set<string>();
  readonly #publicTexts: readonly PublicTexts[];

  constructor(options: HideOptions) {
    this.#pseudonyms = new Pseudonyms(options.key);
    this.#publicTexts = options.families.flatMap(({ publicTexts }) => publicTexts ?? []);
    for (const secret of options.known) this.#index.add(secret);
  }

  get counts(): Readonly<Record<string, number>> {
    return this.#pseudonyms.counts;
  }

  collect(text: string, hidesTitles: boolean, key = "", depth = 0): void {
    const rewriteTree = rewriterFor(text, depth);
    // For a tree as well: there may be text outside of its strings.
    const own = rewriteTree === undefined ? text : rewriteTree(text, () => "");
    const place = { key, hidesTitles, publicTexts: this.#publicTexts };
    for (const secret of findSecrets(own, place)) this.#index.add(secret);
    rewriteTree?.(
      text,
      ({ value, isKey, key: name }) => {
        if (/^(?:dis)?model(?:name)?$/i.test(name) && !isKey) this.#models.add(value);
        this.collect(value, hidesTitles, isKey ? "" : name, depth + 1);
        return value;
      },
      (digits, name) => {
        // A fraction is a measurement, and would be no number any more.
        if (digits.length >= longNumber && /^\d+$/.test(digits))
          this.collect(digits, hidesTitles, name, depth + 1);
        return digits;
      },
    );
  }

  hide(text: string, key = "", depth = 0): string {
    const rewriteTree = rewriterFor(text, depth);
    if (rewriteTree === undefined) return this.#replace(text, !this.#isPublic(text, key));
    // Keys are the player's own words, and values other than strings are hardly secret: words stay there.
    const inside = rewriteTree(text, ({ value, isKey, key: own }) =>
      isKey ? value : this.hide(value, own, depth + 1),
    );
    return this.#replace(inside, false);
  }

  /** A secret that is still visible in a rewritten text. */
  leakIn(text: string, key = "", depth = 0): Secret | undefined {
    const rewriteTree = rewriterFor(text, depth);
    if (rewriteTree === undefined) return this.#index.find(text, !this.#isPublic(text, key));
    let leak = this.#index.find(text, false);
    rewriteTree(text, ({ value, isKey, key: own }) => {
      if (!isKey) leak ??= this.leakIn(value, own, depth + 1);
      return value;
    });
    return leak;
  }

  /** The name of a model is not secret. */
  #isPublic(text: string, key: string): boolean {
    return publicKeys.test(key) || this.#models.has(text);
  }

  #replace(text: string, withWords: boolean): string {
    return this.#index.replace(text, withWords, (secret, found) => this.#pseudonymOf(secret, found));
  }

  /** A pseudonym that does not equal another secret. */
  #pseudonymOf(secret: Secret, found: string): string {
    let pseudonym = this.#pseudonyms.of(secret.kind, found);
    for (let tries = 0; this.#index.find(pseudonym, true) !== undefined && tries < maxTries; tries += 1) {
      pseudonym = this.#pseudonyms.another(secret.kind, found);
    }
    return pseudonym;
  }
}

/** Shorter numbers are not secrets. */
const longNumber = 8;

/** How the strings of a text of JSON or XML are rewritten; undefined for any other text. */
function rewriterFor(text: string, depth: number): typeof rewriteJson | undefined {
  if (depth >= deepest) return undefined;
  if (/^\uFEFF?\s*[[{]/.test(text)) return rewriteJson;
  return /^\uFEFF?\s*<[?!\w]/.test(text) ? rewriteXml : undefined;
}
