import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** A certificate that nobody vouches for, as players make theirs, and its key. */
export function selfSigned(name: string): { readonly cert: string; readonly key: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const names = sequence(tagged(0x31, sequence(oid(2, 5, 4, 3), tagged(0x0c, Buffer.from(name)))));
  const dates = sequence(date("20200101000000Z"), date("20991231235959Z"));
  const body = sequence(tagged(0x02, Buffer.from([1])), ecdsa, names, dates, names, spkiOf(publicKey));
  const signature = sign("sha256", body, privateKey);
  const whole = sequence(body, ecdsa, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    cert: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function spkiOf(key: KeyObject): Buffer {
  return key.export({ type: "spki", format: "der" });
}

/** One element of DER. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80
      ? [length]
      : length < 0x100
        ? [0x81, length]
        : [0x82, Math.floor(length / 0x100), length % 0x100];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

/** An object identifier whose parts are below 128, except where they come as bytes. */
function oid(first: number, second: number, ...rest: readonly number[]): Buffer {
  return tagged(0x06, Buffer.from([40 * first + second, ...rest]));
}

function date(text: string): Buffer {
  return tagged(0x18, Buffer.from(text));
}

/** ecdsa-with-SHA256, 1.2.840.10045.4.3.2. */
const ecdsa = sequence(oid(1, 2, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2));
