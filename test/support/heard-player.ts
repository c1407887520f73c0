import * as bluos from "../../simulator/bluos/start-simulator.ts";
import * as zidoo from "../../simulator/zidoo/start-simulator.ts";

/** A player of one make, as a person beside it hears it. */
export interface Heard extends AsyncDisposable {
  readonly id: string;
  readonly url: string;
  /** The address or the title of the stream that is heard, empty without one. */
  stream(): string;
  track(): string;
  volume(): number | undefined;
  endStream(): void;
  /** Plays a track from its beginning; all tracks have this length. */
  begin(seconds?: number): void;
  /** Takes its power away, and gives it back. */
  cut(): Promise<unknown>;
  mend(): Promise<unknown>;
}

/** An audio player with a renderer at this address of its own. */
export async function startDen(host: string): Promise<Heard> {
  const sim = await zidoo.startSimulator({
    preset: "audio",
    host,
    ssdpPort: 1900,
    wakePort: 0,
    bootMs: 1000,
    deafMs: 0,
  });
  const { player } = sim;
  return {
    id: "den",
    url: sim.url,
    stream: () => player.externalSource?.title ?? "",
    track: () =>
      player.externalSource === undefined && player.music.state === "playing"
        ? (player.music.current?.title ?? "")
        : "",
    volume: () => player.volume?.level,
    endStream: () => {
      player.externalSource = undefined;
    },
    begin: (seconds = 240) => {
      player.externalSource = undefined;
      player.music.edit((tracks) => tracks.map((track) => ({ ...track, durationMs: seconds * 1000 })));
      player.music.playEntry(1);
      if (player.volume !== undefined) player.volume.level = 70;
    },
    cut: () => sim.sleep(),
    mend: () => sim.wake(),
    [Symbol.asyncDispose]: () => sim[Symbol.asyncDispose](),
  };
}

/** A BluOS player. */
export async function startLoft(): Promise<Heard> {
  const sim = await bluos.startSimulator({ bufferMs: 20, bootMs: 1000 });
  const { player } = sim;
  return {
    id: "loft",
    url: sim.url,
    stream: () => (player.heard?.kind === "stream" && player.isPlaying ? player.heard.streamUrl : ""),
    track: () => (player.state === "play" ? (player.track?.title ?? "") : ""),
    volume: () => player.level,
    endStream: () => {
      player.stop();
      player.changed();
    },
    begin: (seconds = 240) => {
      player.queue = player.queue.map((track) => ({ ...track, seconds }));
      player.playQueue(2);
      player.level = 24;
      player.changed();
    },
    cut: () => sim.sleep(),
    mend: () => sim.wake(),
    [Symbol.asyncDispose]: () => sim[Symbol.asyncDispose](),
  };
}
