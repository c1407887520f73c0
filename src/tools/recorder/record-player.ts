import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { unescape } from "node:querystring";
import type { PlayerOptions } from "../../families/family.ts";
import { type ReadOptions, readPlayer } from "./read-player.ts";
import { part, type Secret, shortestPart } from "../secrets/find-secrets.ts";
import { SecretHider } from "../secrets/hide-secrets.ts";
import { type Recording, recordingFormat, recordingVersion, type Sample } from "./recording.ts";
import { type TextAnswer, textAnswer } from "./text-answer.ts";

export interface RecordOptions extends ReadOptions {
  readonly hidesTitles: boolean;
  readonly maxBodyBytes: number;
  readonly version: string;
  /** The key of the pseudonyms; by default random and not kept. */
  readonly key?: Buffer;
}

export class LeakError extends Error {
  override readonly name = "LeakError";
}

/** Records a player and hides its owner's secrets. Throws DeviceError if no player answers, LeakError instead of leaking. */
export async function recordPlayer(options: RecordOptions, signal: AbortSignal): Promise<Recording> {
  const { family, facts, operations: read } = await readPlayer(options, signal);
  const notes = new Set<string>();
  const texts = read.map(({ path, hasTitles, answers }) => ({
    path,
    hidesTitles: options.hidesTitles && hasTitles,
    answers: answers.map((raw) => textAnswer(raw, path, options.maxBodyBytes, notes)),
  }));
  const hider = new SecretHider({
    known: secretsOf(options.device),
    families: [family],
    key: options.key ?? randomBytes(32),
  });
  for (const { hidesTitles, answers } of texts) {
    for (const { text, headers } of answers) {
      for (const part of [text, ...Object.values(headers)]) hider.collect(part, hidesTitles);
    }
  }
  const operations = texts.map(({ path, answers }) => ({
    path,
    samples: answers.map((text) => sampleOf(text, hider)),
  }));
  return {
    format: recordingFormat,
    version: recordingVersion,
    recordedBy: `player2mqtt ${options.version}`,
    recordedAt: options.clock.date().toISOString().slice(0, 10),
    family: family.name,
    ...facts,
    titlesHidden: options.hidesTitles,
    replaced: hider.counts,
    notes: [...notes].map((note) => hider.hide(note)),
    operations,
  };
}

function sampleOf(
  { atMs, latencyMs, status, headers, framing, isUtf8, text }: TextAnswer,
  hider: SecretHider,
): Sample {
  const hidden = hider.hide(text);
  const hiddenHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, hider.hide(value)]),
  );
  const leak = [hidden, ...Object.values(hiddenHeaders)]
    .map((each) => hider.leakIn(each))
    .find((each) => each !== undefined);
  if (leak !== undefined) {
    // The error must not reveal it either.
    throw new LeakError(
      `nothing was written, since a secret (${leak.kind}, ${leak.value.length} characters) could not be hidden`,
    );
  }
  if (status === undefined) return { atMs, latencyMs, fault: hidden };
  const body = isUtf8 ? hidden : Buffer.from(hidden, "latin1").toString("base64");
  const encoding = isUtf8 ? "utf8" : "base64";
  return { atMs, latencyMs, status, headers: hiddenHeaders, framing, encoding, body };
}

export function secretsOf({ url, psk }: PlayerOptions): Secret[] {
  const { hostname, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const kind = ({ 0: "host", 4: "ipv4", 6: "ipv6" } as const)[isIP(host) as 0 | 4 | 6];
  const credentials = [username, password].flatMap((text) => [text, unescape(text)]).concat(psk ?? "");
  return [{ kind, value: host, isWord: host.length < shortestPart }, ...credentials.map(part)];
}
