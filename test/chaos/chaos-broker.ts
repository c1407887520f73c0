import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedBroker, startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { freePort } from "../support/free-port.ts";
import { isMosquittoMissing, startMosquitto } from "../support/start-mosquitto.ts";

/** A broker that can be killed, with its memory or without, and started again with another limit. */
export interface ChaosBroker extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly protocolVersion: 4 | 5;
  /** Whether it can keep its retained messages over a restart. */
  readonly canRemember: boolean;
  kill(remembers: boolean): Promise<void>;
  /** Starts it again; `maxPacketBytes` limits the packets that it takes. */
  start(maxPacketBytes?: number): Promise<void>;
}

export async function startChaosBroker(): Promise<ChaosBroker> {
  return isMosquittoMissing ? EmbeddedChaosBroker.begin() : mosquittoBroker();
}

async function mosquittoBroker(): Promise<ChaosBroker> {
  const limits = mkdtempSync(join(tmpdir(), "player2mqtt-chaos-"));
  const broker = await startMosquitto({
    config: ["set_tcp_nodelay true", "persistence true", `include_dir ${limits}`],
  });
  return {
    url: broker.url,
    port: broker.port,
    protocolVersion: 5,
    canRemember: true,
    kill: (remembers) => (remembers ? broker.stop() : broker.kill()),
    start: async (maxPacketBytes) => {
      const line = maxPacketBytes === undefined ? "" : `max_packet_size ${maxPacketBytes}\n`;
      writeFileSync(join(limits, "limit.conf"), line);
      await broker.start();
    },
    [Symbol.asyncDispose]: async () => {
      await broker[Symbol.asyncDispose]();
      rmSync(limits, { recursive: true });
    },
  };
}

/** The broker of the bridge itself, in this process; it remembers nothing. */
class EmbeddedChaosBroker implements ChaosBroker {
  readonly protocolVersion = 4;
  readonly canRemember = false;
  readonly port: number;
  #broker: EmbeddedBroker | undefined;

  private constructor(port: number) {
    this.port = port;
  }

  static async begin(): Promise<EmbeddedChaosBroker> {
    const chaos = new EmbeddedChaosBroker(await freePort());
    await chaos.start();
    return chaos;
  }

  get url(): string {
    return `mqtt://127.0.0.1:${this.port}`;
  }

  async kill(): Promise<void> {
    await this.#broker?.[Symbol.asyncDispose]();
    this.#broker = undefined;
  }

  async start(maxPacketBytes?: number): Promise<void> {
    const limit = maxPacketBytes === undefined ? {} : { maxPacketBytes };
    const place = { host: "127.0.0.1", port: this.port, username: "", password: "" };
    this.#broker = await startEmbeddedBroker({ ...place, ...limit });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }
}
