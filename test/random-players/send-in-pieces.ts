import type { ServerResponse } from "node:http";
import { setImmediate as turn } from "node:timers/promises";

/** Sends a body in pieces, as slow players do, so that letters are cut between them. */
export async function sendInPieces(response: ServerResponse, body: Buffer, pieces: number): Promise<void> {
  response.setHeader("Content-Length", body.length);
  const size = Math.max(1, Math.ceil(body.length / pieces));
  for (let start = 0; start < body.length; start += size) {
    response.write(body.subarray(start, start + size));
    if (pieces > 1) await turn();
  }
  response.end();
}
