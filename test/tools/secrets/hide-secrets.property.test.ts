import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { zidoo } from "../../../src/families/zidoo/family.ts";
import { SecretHider } from "../../../src/tools/secrets/hide-secrets.ts";
import { runs } from "../../fuzz/runs.ts";

const hex = fc.integer({ min: 0, max: 255 }).map((byte) => byte.toString(16).padStart(2, "0"));
const privateAddress = fc
  .tuple(fc.constantFrom("10.0", "192.168", "172.16"), fc.nat(255), fc.nat(255))
  .map(([network, third, fourth]) => `${network}.${third}.${fourth}`);
const mac = fc.tuple(hex, hex, hex, hex).map((rest) => `d4:0f:${rest.join(":")}`);
const word = fc.stringMatching(/^[A-Z][a-z]{5,12}$/).map((text) => `Qx${text}`);

/** A secret with the text that contains it. */
const planted = fc.oneof(
  privateAddress.map((secret) => ({ secret, text: secret })),
  fc
    .tuple(privateAddress, fc.string())
    .map(([secret, text]) => ({ secret, text: `${text} (${secret}) ${text}` })),
  mac.map((secret) => ({ secret, text: secret })),
  mac.map((secret) => ({ secret, text: `x ${secret.toUpperCase()} y` })),
  word.map((secret) => ({ secret, text: `/storage/emulated/${secret}/film.mkv` })),
  word.map((secret) => ({ secret, text: `\\\\nas-of-mine\\${secret}\\film.mkv` })),
  word.map((secret) => ({ secret, text: `https://${secret}.example.com/a?b=c` })),
  word.map((secret) => ({ secret, text: `https://cdn.example.com/a?sig=${secret}&x=1` })),
  word.map((secret) => ({ secret, text: JSON.stringify({ path: `/mnt/usb/${secret}/x` }) })),
  word.map((secret) => ({ secret, text: `${secret}@mail.example.org` })),
);

const key = fc.oneof(fc.constantFrom("path", "uri", "title", "ip", "name", "note"), fc.string());
const body = fc.tuple(
  fc.array(fc.tuple(key, planted), { minLength: 1, maxLength: 6 }),
  fc.jsonValue({ maxDepth: 3 }),
);

function hidden(texts: readonly string[]): { readonly texts: string[]; readonly hider: SecretHider } {
  const hider = new SecretHider({ known: [], key: Buffer.from("property"), families: [zidoo] });
  for (const text of texts) hider.collect(text, false);
  return { texts: texts.map((text) => hider.hide(text)), hider };
}

function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.values(value).map(shape);
}

describe("hiding secrets in any input", () => {
  it("shows no planted secret, and keeps JSON valid", () => {
    fc.assert(
      fc.property(body, ([secrets, rest]) => {
        const value = [...secrets.map(([name, { text }]) => ({ [name]: text })), { rest }];
        const { texts, hider } = hidden([JSON.stringify(value)]);
        const [text = ""] = texts;
        expect(hider.leakIn(text)).toBeUndefined();
        for (const [, { secret }] of secrets) expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
        expect(shape(JSON.parse(text))).toEqual(shape(value));
      }),
      {
        numRuns: runs(400),
        examples: [
          [
            [
              [["note", { secret: "QxAaaaaa", text: "/storage/emulated/QxAaaaaa/film.mkv" }]],
              [{ SN: -1.0000000000000001e21 }],
            ],
          ],
        ],
      },
    );
  });

  it("accepts any text, cut anywhere, and never shows an address in it", () => {
    fc.assert(
      fc.property(body, fc.nat(400), fc.string(), ([secrets, rest], length, tail) => {
        const whole = JSON.stringify([secrets.map(([, { text }]) => text), rest]);
        const { texts, hider } = hidden([whole, whole.slice(0, length) + tail]);
        for (const text of texts) expect(hider.leakIn(text)).toBeUndefined();
      }),
      { numRuns: runs(400) },
    );
  });

  it("keeps a body without secrets unchanged", () => {
    const harmless = fc
      .jsonValue({ maxDepth: 4 })
      .filter((value) => !/[/\\:@]|\d{8}/.test(JSON.stringify(value).replaceAll('":', '"')));
    fc.assert(
      fc.property(harmless, fc.constantFrom("", "\uFEFF", "\n\t"), (value, before) => {
        const text = `${before}${JSON.stringify([value])}`;
        expect(hidden([text]).texts).toEqual([text]);
      }),
      { numRuns: runs(400) },
    );
  });
});
