import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Hello, PlayerView, StateView, StreamEvents } from "../../../src/extensions/page/wire.ts";
import { eventually } from "../../support/eventually.ts";
import type { Stage } from "./stage.ts";

/** A bridge whose events a test writes; the bridge of a stage answers everything else. */
export class ScriptedBridge implements AsyncDisposable {
  /** The first event of each stream. */
  hello: Hello;
  readonly #stage: Stage;
  readonly #server: Server;
  readonly #streams = new Set<ServerResponse>();
  isGone = false;

  private constructor(stage: Stage, hello: Hello) {
    this.#stage = stage;
    this.hello = hello;
    this.#server = createServer((incoming, outgoing) => this.#answer(incoming, outgoing));
  }

  /** Waits until each player of the stage plays. */
  static async before(stage: Stage): Promise<ScriptedBridge> {
    const state = await eventually(async () => {
      const found = await stateOf(stage);
      const isAtWork = found.players.every((one) => isPlaying(one));
      if (!isAtWork) throw new Error("not every player plays");
      return found;
    }, 20_000);
    const bridge = new ScriptedBridge(stage, { ...state, forgeryToken: "", canSignOut: false });
    await new Promise<void>((resolve) => bridge.#server.listen(0, "127.0.0.1", resolve));
    return bridge;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  send<Name extends keyof StreamEvents>(name: Name, data: StreamEvents[Name]): void {
    for (const stream of this.#streams) stream.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Shows another state on each open page. */
  greet(changes: Partial<Hello>): void {
    this.hello = { ...this.hello, ...changes };
    this.send("hello", this.hello);
  }

  leave(): void {
    this.isGone = true;
    for (const stream of this.#streams) stream.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const path = incoming.url ?? "";
    if (this.isGone) incoming.socket.destroy();
    else if (path.startsWith("/api/v1/events")) this.#open(outgoing);
    // A crowd has no pictures: its pages fetch them by the hundred.
    else if (/-copy-\d+\/(icons|cover|poster|backdrop)/.test(path)) outgoing.writeHead(204).end();
    else this.#forward(incoming, outgoing);
  }

  #open(stream: ServerResponse): void {
    stream.writeHead(200, { "content-type": "text/event-stream" });
    this.#streams.add(stream);
    stream.on("close", () => this.#streams.delete(stream));
    stream.write(`event: hello\ndata: ${JSON.stringify(this.hello)}\n\n`);
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    // The members of a crowd have the lists of the player that they are copies of.
    const path = incoming.url?.replace(/(\/players\/[\w-]+?)-copy-\d+\//, "$1/");
    const { host: _, ...headers } = incoming.headers;
    const forwarded = request(`${this.#stage.url}${path}`, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  }
}

function isPlaying({ topics }: PlayerView): boolean {
  return topics["video/state"] === "playing" || topics["music/state"] === "playing";
}

async function stateOf(stage: Stage): Promise<StateView> {
  const response = await globalThis.fetch(`${stage.url}/api/v1/state`);
  return (await response.json()) as StateView;
}

/** As many players as wanted: copies of these. */
export function crowdOf(players: readonly PlayerView[], count: number): PlayerView[] {
  return Array.from({ length: count }, (_, place) => {
    const player = players[place % players.length];
    if (player === undefined) throw new Error("a crowd needs somebody to copy");
    const name = `${player.identity.name} ${place}`;
    return { ...player, id: `${player.id}-copy-${place}`, identity: { ...player.identity, name } };
  });
}

/** A player with other payloads of some topics. */
export function having(player: PlayerView, topics: PlayerView["topics"]): PlayerView {
  return { ...player, topics: { ...player.topics, ...topics } };
}

/** A player that plays nothing, and has nothing in its queue. */
export function idle(player: PlayerView): PlayerView {
  return having(player, { "video/state": "idle", "music/state": "idle", "music/title": "" });
}
