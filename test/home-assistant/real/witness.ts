import { WebSocket } from "undici";

interface Said {
  readonly type: string;
  readonly event?: { readonly data: { readonly entity_id: string } };
}

/** Counts every state that an entity goes through, also those that do not last until somebody asks. */
export class Witness implements Disposable {
  readonly #socket: WebSocket;
  readonly #counts = new Map<string, number>();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  static async call(url: string, token: string): Promise<Witness> {
    const socket = new WebSocket(`${url.replace("http", "ws")}/api/websocket`);
    const witness = new Witness(socket);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener("error", () => {
        reject(new Error("the witness did not get in"));
      });
      socket.addEventListener("message", (message) => {
        const said = JSON.parse(String(message.data)) as Said;
        if (said.type === "auth_required") {
          socket.send(JSON.stringify({ type: "auth", access_token: token }));
        } else if (said.type === "auth_ok") {
          socket.send(JSON.stringify({ id: 1, type: "subscribe_events", event_type: "state_changed" }));
        } else if (said.type === "result") {
          resolve();
        } else if (said.event !== undefined) {
          const { entity_id: entityId } = said.event.data;
          witness.#counts.set(entityId, (witness.#counts.get(entityId) ?? 0) + 1);
        }
      });
    });
    return witness;
  }

  /** How often each entity has changed since the witness came: the recorder writes a row for each. */
  changes(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }
}
