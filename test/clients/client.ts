import type { SimulatorOptions } from "../../simulator/zidoo/start-simulator.ts";
import { ask, type Json } from "../simulator/ask.ts";
import { withSimulator } from "../support/bridge/with-bridge.ts";

/**
 * Asks like the programs of others do: one request after the other, and what is no plain JSON with HTTP status 200 is a failure.
 * A byte order mark is no JSON for them.
 */
export class Client {
  readonly #player: { readonly url: string };

  constructor(player: { readonly url: string }) {
    this.#player = player;
  }

  async read(path: string, parameters: Readonly<Record<string, string | number>> = {}): Promise<Json> {
    const { status, text } = await ask(this.#player, withQuery(path, parameters));
    if (status !== 200) throw new Error(`${path}: HTTP status ${status}`);
    return JSON.parse(text) as Json;
  }

  /** Whether anything answers at its address. */
  async answers(): Promise<boolean> {
    return ask(this.#player, "/").then(
      () => true,
      () => false,
    );
  }

  /** Reads what answers with a status in its body. */
  async readGood(path: string, parameters: Readonly<Record<string, string | number>> = {}): Promise<Json> {
    const answer = await this.read(path, parameters);
    if (Number(answer["status"]) !== 200) throw new Error(`${path}: status ${String(answer["status"])}`);
    return answer;
  }

  async picture(path: string, parameters: Readonly<Record<string, string | number>>): Promise<void> {
    const { status, type } = await ask(this.#player, withQuery(path, parameters));
    if (status !== 200 || type !== "image/png") throw new Error(`${path}: HTTP status ${status}, ${type}`);
  }
}

function withQuery(path: string, parameters: Readonly<Record<string, string | number>>): string {
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return query.length === 0 ? path : `${path}?${query.join("&")}`;
}

/** Tests that name `client` get one of a simulated player. */
export function withClient(options: SimulatorOptions) {
  return withSimulator(options).extend<{ readonly client: Client }>({
    client: async ({ sim }, use) => use(new Client(sim)),
  });
}
