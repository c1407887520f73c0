import { startSimulator } from "../../simulator/bluos/start-simulator.ts";

/** A BluOS player, as a person beside it hears it. */
export interface Heard extends AsyncDisposable {
  readonly url: string;
  /** The address of the stream that is heard, empty without one. */
  stream(): string;
  track(): string;
  volume(): number | undefined;
  endStream(): void;
  /** Plays a track from its beginning. */
  begin(): void;
}

export async function startLoft(): Promise<Heard> {
  const sim = await startSimulator({ bufferMs: 20, bootMs: 1000 });
  const { player } = sim;
  return {
    url: sim.url,
    stream: () => (player.heard?.kind === "stream" && player.isPlaying ? player.heard.streamUrl : ""),
    track: () => (player.state === "play" ? (player.track?.title ?? "") : ""),
    volume: () => player.level,
    endStream: () => {
      player.stop();
      player.changed();
    },
    begin: () => {
      player.queue = player.queue.map((track) => ({ ...track, seconds: 240 }));
      player.playQueue(2);
      player.level = 24;
      player.changed();
    },
    [Symbol.asyncDispose]: () => sim[Symbol.asyncDispose](),
  };
}
