import { Buffer } from "node:buffer";
import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request, type RequestOptions } from "node:http";
import { URL } from "node:url";
import { expect } from "vitest";

export interface Heard {
  readonly status: number;
  readonly type: string | undefined;
  readonly location: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** The body parsed as JSON, without a byte order mark. */
  readonly json: Json;
}

/** JSON for tests: a wrong assumption about the shape fails the test, nothing worse. */
export interface Json {
  readonly [field: string]: Json & string & number & boolean & readonly Json[];
}

/** Sends one request on a connection of its own. */
export async function ask(
  sim: { readonly url: string },
  path: string,
  options: RequestOptions = {},
): Promise<Heard> {
  const sent = request(new URL(path, sim.url), { agent: false, ...options });
  sent.end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const text = bytes.toString();
  return {
    status: answer.statusCode ?? 0,
    type: answer.headers["content-type"],
    location: answer.headers.location,
    headers: answer.headers,
    bytes,
    text,
    get json() {
      return JSON.parse(text.replace(/^\uFEFF/, "")) as Json;
    },
  };
}

/** A request, and what its answer has among its fields, or its type. */
export type Step = readonly [path: string, answer: object | string];

/** Asks as programs do: one request after the other, and what is no plain JSON with HTTP status 200 is a failure. */
export async function expectAnswers(
  sim: { readonly url: string },
  steps: readonly Step[],
  parse = JSON.parse as (text: string) => object,
): Promise<void> {
  for (const [path, answer] of steps) {
    const { status, type, text } = await ask(sim, path);
    expect([path, status]).toEqual([path, 200]);
    if (typeof answer === "string") expect([path, type]).toEqual([path, answer]);
    else expect({ path, ...parse(text) }).toMatchObject({ path, ...answer });
  }
}

export const paths = {
  list: "/DeviceMusicControl/v2/getInputAndOutputList",
  input: (tag: string) => `/DeviceMusicControl/v2/setInputList?tag=${encodeURIComponent(tag)}`,
  output: (tag: string) => `/DeviceMusicControl/v2/setOutInputList?tag=${encodeURIComponent(tag)}`,
  queue: "/DeviceMusicControl/v2/getPlayQueue",
  playlist: "/DeviceVideoPlay/getPlaylist",
  status: "/DeviceVideoPlay/getPlayStatus",
  model: "/DeviceControlCenter/getModel",
  icon: "/SystemSettings/getItemSettingIcon?iconName=XLR.png",
};

/** A clock that stands still until a test moves it. */
export function handClock(startMs = 1_000_000): { now: () => number; pass: (ms: number) => void } {
  let atMs = startMs;
  return {
    now: () => atMs,
    pass: (ms) => {
      atMs += ms;
    },
  };
}
