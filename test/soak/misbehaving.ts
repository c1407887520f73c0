import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Behavior } from "../../simulator/fault.ts";
import type { Reply } from "../../simulator/reply.ts";
import type { Simulator } from "../../simulator/zidoo/start-simulator.ts";
import type { Random } from "../chaos/random.ts";

export const manners = ["behaves", "closes", "answers late", "answers at length"] as const;
export type Manner = (typeof manners)[number];

/** One player in ten has each of the bad manners. */
export function mannerOf(index: number): Manner {
  return manners[(index % 10) - 6] ?? "behaves";
}

export const timeoutMs = 500;
/** A little longer than the timeout. Over Wi-Fi 5.1 s were measured, where the default timeout is 5 s. */
const lateMs = 1.02 * timeoutMs;
const lengthBytes = 1_500_000;

/** Makes a player misbehave; again after its behaviors were cleared. */
export function misbehave({ behaviors }: Simulator, manner: Manner, random: Random): void {
  if (manner === "closes") behaviors.add(closes);
  if (manner === "answers late") behaviors.add(`slow:${lateMs}`);
  if (manner === "answers at length") behaviors.add(answersAtLength(random));
}

/** Closes the connection after each answer and does not say so. */
const closes: Behavior = {
  text: "closes",
  start: () => ({ handle: async (_call, next) => ({ ...(await next()), deliver: deliverAndClose }) }),
};

function deliverAndClose(response: ServerResponse, { httpStatus, headers, body }: Reply): void {
  const { socket } = response;
  response.once("finish", () => socket?.end());
  response.writeHead(httpStatus, { ...headers, "content-length": body.length }).end(body);
}

/** Shapes that are small as text and large once parsed. */
const shapes: readonly Buffer[] = [
  filled('{"status":200,"inputData":[', "{},", "{}]}"),
  filled('{"status":200,"array":[', "[],", "[]]}"),
  filled("", "[", ""),
  filled('{"status":200,"array":["', "x", '"]}'),
];

function filled(head: string, piece: string, tail: string): Buffer {
  return Buffer.from(head + piece.repeat(Math.floor(lengthBytes / piece.length)) + tail);
}

/** Answers one request in ten with such a shape, and one in a hundred of them in many pieces. */
function answersAtLength(random: Random): Behavior {
  return {
    text: "answers at length",
    start: () => ({
      handle: async (_call, next) => {
        const reply = await next();
        if (random.next() >= 0.1) return reply;
        const body = random.pick(shapes);
        return random.next() < 0.01 ? { ...reply, body, deliver: deliverInPieces } : { ...reply, body };
      },
    }),
  };
}

async function deliverInPieces(
  response: ServerResponse,
  { headers, body }: Reply,
  signal: AbortSignal,
): Promise<void> {
  response.writeHead(200, { ...headers, "content-length": body.length });
  for (let at = 0; at < body.length && !signal.aborted; at += 100) {
    const isTaken = response.write(body.subarray(at, at + 100));
    if (!isTaken) await once(response, "drain", { signal }).catch(() => {});
  }
  response.end();
}
