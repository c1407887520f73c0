import type { StreamEvents } from "../../../src/extensions/page/wire.ts";

export interface ReadEvent {
  readonly name: keyof StreamEvents;
  readonly data: unknown;
}

export class StreamReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  readonly #ready: ReadEvent[] = [];
  #text = "";

  constructor(response: Pick<Response, "body">) {
    if (response.body === null) throw new Error("the answer has no body");
    this.#reader = response.body.getReader();
  }

  async next(): Promise<ReadEvent> {
    for (;;) {
      const event = this.#ready.shift();
      if (event !== undefined) return event;
      if (!(await this.#read())) throw new Error("the stream has ended");
    }
  }

  /** All that a stream which has ended still had. */
  async rest(): Promise<readonly ReadEvent[]> {
    while (await this.#read());
    return this.#ready.splice(0);
  }

  async nextOf<Name extends keyof StreamEvents>(name: Name): Promise<StreamEvents[Name]> {
    for (;;) {
      const event = await this.next();
      if (event.name === name) return event.data as StreamEvents[Name];
    }
  }

  async leave(): Promise<void> {
    await this.#reader.cancel();
  }

  /** False at the end of the stream. */
  async #read(): Promise<boolean> {
    const { value, done } = await this.#reader.read();
    if (!done) this.#take(this.#decoder.decode(value, { stream: true }));
    return !done;
  }

  #take(text: string): void {
    const parts = (this.#text + text).split("\n\n");
    this.#text = parts.pop() ?? "";
    for (const part of parts) {
      const [, name, data] = /^event: (\w+)\ndata: (.*)$/s.exec(part) ?? [];
      this.#ready.push({ name: name as keyof StreamEvents, data: JSON.parse(data ?? "") });
    }
  }
}
