import { createServer } from "node:http";
import { listen } from "../../support/free-port.ts";
import type { Conforming } from "../../support/bridge/conforms.ts";

/** A player of the make that the documentation adds, which can be used by hand. */
export class SimulatedHearth implements Conforming {
  state = { state: "on", input: "net", title: "Embers", artist: "Ada Ash", cover: "/cover", level: 12 };
  seconds = 5;
  url = "";
  /** What it answers to the next requests instead. */
  #instead: string | undefined;
  readonly #server = createServer(({ url = "" }, response) => {
    const { pathname, searchParams } = new URL(url, "http://hearth");
    response.end(this.#instead ?? this.#answer(pathname, searchParams));
  });

  static async start(): Promise<SimulatedHearth> {
    const hearth = new SimulatedHearth();
    hearth.url = `http://127.0.0.1:${await listen(hearth.#server)}`;
    return hearth;
  }

  readonly behaviors = {
    add: (fault: string): Disposable => {
      if (fault.startsWith("says ")) this.#instead = fault.slice("says ".length);
      return {
        [Symbol.dispose]: () => {
          this.#instead = undefined;
        },
      };
    },
  };

  play(title: string): void {
    this.state = { ...this.state, state: "on", title };
    this.seconds = 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(path: string, query: URLSearchParams): string {
    const inputs = ["net", "aux"].map((id) => ({ id, name: id.toUpperCase() }));
    if (path === "/about")
      return JSON.stringify({ model: "Hearth One", mac: "02:4e:00:00:00:01", version: "1.2", inputs });
    if (path === "/now") return JSON.stringify({ ...this.state, at: String(this.seconds), length: "200" });
    const to = query.get("to") ?? "";
    switch (query.get("what")) {
      case "play":
        this.state.state = "on";
        break;
      case "hold":
        this.state.state = "held";
        break;
      case "stop":
        this.state.state = "off";
        break;
      case "next":
        this.play("Cinders");
        break;
      case "seek":
        this.seconds = Number(to);
        break;
      case "level":
        this.state.level = Number(to);
        break;
      case "input":
        this.state.input = to;
        break;
      default:
        return "what?";
    }
    return "done";
  }
}
