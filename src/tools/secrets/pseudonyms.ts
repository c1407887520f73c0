import { createHmac } from "node:crypto";

/** The kind of a secret; it decides the shape of the pseudonym. */
export type SecretKind = "ipv4" | "ipv6" | "mac" | "host" | "text";

/** Networks that are reserved for documentation. */
const networks = ["192.0.2", "198.51.100", "203.0.113"];
const hostsInNetwork = 254;

const pools = {
  lower: "abcdefghijklmnopqrstuvwxyz",
  upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  // A number must not begin with 0.
  digit: "123456789",
  twoBytes: "àáâãäåèéêëìíîïòóôõöùúûü",
  threeBytes: "一二三四五六七八九十山川木火土金水日月田目口",
  fourBytes: "𠀀𠀁𠀂𠀃𠀄𠀅𠀆𠀇𠀈𠀉",
} as const;

/** Gives each secret a pseudonym: always the same, of the same shape, and not reversible without the key. */
export class Pseudonyms {
  readonly #key: Buffer;
  readonly #given = new Map<string, string>();
  readonly #counts = new Map<SecretKind, number>();
  #tries = 0;

  constructor(key: Buffer) {
    this.#key = key;
  }

  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  /** The pseudonym of a secret, regardless of upper and lower case. */
  of(kind: SecretKind, secret: string): string {
    const name = nameOf(kind, secret);
    const known = this.#given.get(name);
    const pseudonym = known ?? this.#make(kind, name, secret);
    this.#given.set(name, pseudonym);
    return kind === "mac" ? spelledLike(secret, pseudonym) : pseudonym;
  }

  another(kind: SecretKind, secret: string): string {
    this.#given.delete(nameOf(kind, secret));
    this.#tries += 1;
    return this.of(kind, secret);
  }

  #make(kind: SecretKind, name: string, secret: string): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    switch (kind) {
      case "ipv4":
        return `${networks[Math.floor((count - 1) / hostsInNetwork) % networks.length]}.${((count - 1) % hostsInNetwork) + 1}`;
      case "ipv6":
        return `2001:db8::${count.toString(16)}`;
      case "mac":
        // A locally administered address from the block for documentation.
        return `02005e${count.toString(16).padStart(6, "0")}`;
      case "host":
        return secret.includes(".") ? `host-${count}.example` : `host-${count}`;
      case "text":
        return this.#disguise(name, secret);
    }
  }

  /** Replaces letters by letters and digits by digits; keeps everything else, and the length in bytes. */
  #disguise(name: string, secret: string): string {
    const random = this.#randomOf(name);
    return Array.from(secret, (character) => {
      const pool = poolOf(character);
      if (pool === undefined) return character;
      const choices = Array.from(pool).filter((choice) => choice !== character);
      return choices[random() % choices.length] ?? character;
    }).join("");
  }

  #randomOf(name: string): () => number {
    let block = Buffer.alloc(0);
    let at = 0;
    let round = 0;
    return () => {
      if (at + 2 > block.length) {
        block = createHmac("sha256", this.#key).update(`${this.#tries} ${round} ${name}`).digest();
        round += 1;
        at = 0;
      }
      at += 2;
      return block.readUInt16BE(at - 2);
    };
  }
}

function nameOf(kind: SecretKind, secret: string): string {
  return `${kind} ${kind === "mac" ? digitsOf(secret) : secret.toLowerCase()}`;
}

function poolOf(character: string): string | undefined {
  if (/[a-z]/.test(character)) return pools.lower;
  if (/[A-Z]/.test(character)) return pools.upper;
  if (/\d/.test(character)) return pools.digit;
  if (!/[\p{L}\p{N}\p{M}]/u.test(character)) return undefined;
  const bytes = Buffer.byteLength(character);
  if (bytes === 2) return pools.twoBytes;
  return bytes === 3 ? pools.threeBytes : pools.fourBytes;
}

function digitsOf(mac: string): string {
  return mac.toLowerCase().replaceAll(/[^0-9a-f]/g, "");
}

function spelledLike(original: string, digits: string): string {
  let at = 0;
  const spelled = original.replaceAll(/[0-9a-f]/gi, () => digits[at++] ?? "0");
  return /[A-F]/.test(original) ? spelled.toUpperCase() : spelled;
}
