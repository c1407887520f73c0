import type { Secret } from "./find-secrets.ts";

interface Hit {
  readonly secret: Secret;
  readonly length: number;
}

const prefixLength = 3;
const letterOrDigit = /[\p{L}\p{N}]/u;

/** An index that finds secrets quickly: there may be thousands, such as the titles of a queue. */
export class SecretIndex {
  readonly #known = new Map<string, Secret>();
  /** The lengths of the secrets by prefix: thousands of titles have only about a hundred lengths. */
  readonly #lengths = new Map<string, number[]>();
  /** A filter of the prefixes: one lookup rules out most places in a text. */
  readonly #marks = new Uint8Array(2 ** 16);

  /** Adds a secret; matching within other words wins over matching whole words. */
  add(secret: Secret): void {
    const name = lowered(secret.value);
    const known = this.#known.get(name);
    if (name.length < prefixLength || (known !== undefined && (!known.isWord || secret.isWord))) return;
    this.#known.set(name, secret);
    const prefix = name.slice(0, prefixLength);
    this.#marks[markOf(name, 0)] = 1;
    const lengths = this.#lengths.get(prefix) ?? [];
    if (lengths.includes(name.length)) return;
    // The longest first, since one address may be the beginning of another.
    this.#lengths.set(
      prefix,
      [...lengths, name.length].sort((a, b) => b - a),
    );
  }

  /** Replaces each secret in a text; without words, only those that match within other words. */
  replace(text: string, withWords: boolean, replacement: (secret: Secret, found: string) => string): string {
    let result = "";
    let kept = 0;
    for (const { at, hit } of this.#hits(text, withWords)) {
      result += text.slice(kept, at) + replacement(hit.secret, text.slice(at, at + hit.length));
      kept = at + hit.length;
    }
    return kept === 0 ? text : result + text.slice(kept);
  }

  find(text: string, withWords: boolean): Secret | undefined {
    for (const { hit } of this.#hits(text, withWords)) return hit.secret;
    return undefined;
  }

  *#hits(text: string, withWords: boolean): Generator<{ readonly at: number; readonly hit: Hit }, void> {
    const lower = lowered(text);
    for (let at = 0; at <= text.length - prefixLength; at += 1) {
      if (this.#marks[markOf(lower, at)] === 0) continue;
      const hit = this.#hitAt(lower, at, withWords);
      if (hit === undefined) continue;
      yield { at, hit };
      at += hit.length - 1;
    }
  }

  #hitAt(lower: string, at: number, withWords: boolean): Hit | undefined {
    for (const length of this.#lengths.get(lower.slice(at, at + prefixLength)) ?? []) {
      if (at + length > lower.length) continue;
      const secret = this.#known.get(lower.slice(at, at + length));
      if (secret === undefined) continue;
      if (!secret.isWord || (withWords && isWordAt(lower, at, at + length))) return { secret, length };
    }
    return undefined;
  }
}

function markOf(text: string, at: number): number {
  return (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & 0xffff;
}

/** Lower case without any change of length. */
function lowered(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function isWordAt(text: string, from: number, to: number): boolean {
  const isInside = (character: string | undefined): boolean =>
    character !== undefined && letterOrDigit.test(character);
  return !isInside(text[from - 1]) && !isInside(text[to]);
}
