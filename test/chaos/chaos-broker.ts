import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMosquitto } from "../support/start-mosquitto.ts";

/** A mosquitto that can be killed, with its memory or without, and started again with another limit. */
export interface ChaosBroker extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  kill(remembers: boolean): Promise<void>;
  /** Starts it again; `maxPacketBytes` limits the packets that it takes. */
  start(maxPacketBytes?: number): Promise<void>;
}

export async function startChaosBroker(): Promise<ChaosBroker> {
  const limits = mkdtempSync(join(tmpdir(), "player2mqtt-chaos-"));
  const broker = await startMosquitto({
    config: ["set_tcp_nodelay true", "persistence true", `include_dir ${limits}`],
  });
  return {
    url: broker.url,
    port: broker.port,
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
