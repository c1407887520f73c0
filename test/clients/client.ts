import { ask, type Json } from "../simulator/ask.ts";

/** A list whose answer tells the address that sets it. */
interface OwnList {
  readonly currentIndex: number;
  readonly url: string;
  readonly data: readonly { readonly index: number; readonly title: string }[];
}

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

  /** Chooses each entry of a list at the address that the list tells, to which the index is appended as it stands. */
  async tryList(path: string): Promise<void> {
    const list = async (): Promise<OwnList> => (await this.readGood(path)) as unknown as OwnList;
    const { data, url } = await list();
    if (data.length < 2) throw new Error(`${path}: nothing to choose`);
    for (const { index } of data) {
      await this.readGood(`${url}${index}`);
      const { currentIndex } = await list();
      if (currentIndex !== index) throw new Error(`${url}${index}: still ${currentIndex}`);
    }
  }
}

function withQuery(path: string, parameters: Readonly<Record<string, string | number>>): string {
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return query.length === 0 ? path : `${path}?${query.join("&")}`;
}

/** Every object in a tree that has this tag. */
export function entryWith(tree: unknown, tag: string): Json | undefined {
  if (typeof tree !== "object" || tree === null) return undefined;
  if ("tag" in tree && tree.tag === tag) return tree as unknown as Json;
  for (const inside of Object.values(tree)) {
    const found = entryWith(inside, tag);
    if (found !== undefined) return found;
  }
  return undefined;
}
