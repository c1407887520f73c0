import type { IncomingHttpHeaders } from "node:http";
import { startHttp } from "./start-http.ts";

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** How it treats one request: a status, with headers; hang: no answer; cut: the answer ends early. */
type Treatment =
  | number
  | "hang"
  | "cut"
  | { readonly status: number; readonly headers?: Record<string, string>; readonly text?: string };

/** Takes what is posted to it, as receivers do that are busy, broken or strict. */
export interface ReceiverStandIn extends AsyncDisposable {
  readonly url: string;
  /** All requests, and those that it took. */
  readonly requests: Received[];
  readonly taken: Received[];
  /** The next requests get these, one each, and then `always`. */
  next: Treatment[];
  always: Treatment;
}

export async function startReceiver(): Promise<ReceiverStandIn> {
  const server = await startHttp(({ path, headers: told, text }, response) => {
    const received = { path, headers: told, body: JSON.parse(text || "null") as unknown };
    standIn.requests.push(received);
    const treatment = standIn.next.shift() ?? standIn.always;
    if (treatment === "hang") return;
    if (treatment === "cut") {
      response.writeHead(200, { "content-length": "100" });
      response.write("{", () => response.destroy());
      return;
    }
    const given = typeof treatment === "number" ? { status: treatment } : treatment;
    const { status, headers = {}, text: answer = '{"status":"ok"}' } = given;
    if (status === 200) standIn.taken.push(received);
    response.writeHead(status, headers).end(answer);
  });
  const standIn: ReceiverStandIn = { ...server, requests: [], taken: [], next: [], always: 200 };
  return standIn;
}
