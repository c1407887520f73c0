import { plainText } from "../../lib/plain-text.ts";
import { numberIn } from "../http/xml.ts";

/** One object of an answer. Firmware writes numbers as text and leaves fields out, so each is read as what is wanted. */
export class Fields {
  readonly raw: Readonly<Record<string, unknown>>;
  /** Whether the player gave it at all. */
  readonly isTold: boolean;

  constructor(value: unknown) {
    this.isTold = typeof value === "object" && value !== null && !Array.isArray(value);
    this.raw = this.isTold ? (value as Readonly<Record<string, unknown>>) : {};
  }

  /** The first of these fields that is not empty; empty if all are. */
  text(...names: readonly string[]): string {
    for (const name of names) {
      const value = Object.hasOwn(this.raw, name) ? this.raw[name] : undefined;
      const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
      if (text.trim() !== "") return plainText(text).trim();
    }
    return "";
  }

  number(...names: readonly string[]): number | undefined {
    return numberIn(this.text(...names));
  }

  /** Undefined for anything but a yes or a no. */
  flag(name: string): boolean | undefined {
    if (typeof this.raw[name] === "boolean") return this.raw[name];
    const text = this.text(name).toLowerCase();
    if (/^(?:1|true|on|yes)$/.test(text)) return true;
    return /^(?:0|false|off|no)$/.test(text) ? false : undefined;
  }

  part(name: string): Fields {
    return new Fields(this.raw[name]);
  }

  /** The objects in a list. */
  list(name: string): readonly Fields[] {
    const value = this.raw[name];
    return Array.isArray(value) ? value.map((item) => new Fields(item)).filter(({ isTold }) => isTold) : [];
  }
}
