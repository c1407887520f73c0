import type { SimulatorClock } from "../clock.ts";
import { type ModelPreset, stations, type Track, tracks } from "./presets.ts";

/** The modes of inputs by the word that selects them, and their bits. */
const inputModes: Readonly<Record<string, readonly [mode: number, bit: number]>> = {
  wifi: [10, 0],
  "line-in": [40, 1],
  bluetooth: [41, 2],
  optical: [43, 4],
  "co-axial": [45, 6],
  HDMI: [49, 10],
  phono: [54, 16],
  ARC: [58, 22],
};

export type PlayState = "play" | "pause" | "stop" | "loading";

export interface SimulatedNetwork {
  /** By their hosts. */
  readonly players: Map<string, SimulatedPlayer>;
}

/** The whole state of a player; tests change it directly. */
export class SimulatedPlayer {
  readonly model: ModelPreset;
  readonly network: SimulatedNetwork;
  /** What its service plays, again from the first after the last. */
  tracks = tracks;
  name: string;
  state: PlayState = "play";
  /** 32 is a streaming service, 10 a stream by its address. */
  mode = 32;
  level = 42;
  isMuted = false;
  /** The version that the maker offers; empty while there is none. */
  newFirmware = "";
  loop = 4;
  output = "2";
  isEqualized = false;
  equalizer = "Flat";
  index = 0;
  /** A stream by its address, which has no duration. */
  station: string | undefined;
  /** The track as the answers tell it, which trails what plays. */
  shown: Track | undefined = tracks[0];
  leader: SimulatedPlayer | undefined;
  /** Set by the simulator that runs it. Players know each other by their hosts alone. */
  host = "";
  /** Where it answers, with its port unless that is usual. */
  address = "";
  reboot: () => void = () => {};
  readonly #clock: SimulatorClock;
  readonly #trailsForMs: number;
  #position = { seconds: 12, atMs: 0 };

  constructor(model: ModelPreset, network: SimulatedNetwork, clock: SimulatorClock, trailsForMs: number) {
    this.model = model;
    this.network = network;
    this.name = model.name;
    this.#clock = clock;
    this.#trailsForMs = trailsForMs;
    this.seconds = 12;
  }

  get track(): Track | undefined {
    return this.mode === 32 ? this.tracks[this.index] : undefined;
  }

  get members(): readonly SimulatedPlayer[] {
    return [...this.network.players.values()].filter((one) => one.leader === this);
  }

  get seconds(): number {
    const { seconds, atMs } = this.#position;
    return this.state === "play" ? seconds + (this.#clock.now() - atMs) / 1000 : seconds;
  }

  set seconds(seconds: number) {
    this.#position = { seconds, atMs: this.#clock.now() };
  }

  /** Whether it has the input that this word selects. */
  hasInput(word: string): boolean {
    const bit = inputModes[word]?.[1];
    return bit !== undefined && (bit === 0 || Math.floor(Number(this.model.inputs) / 2 ** bit) % 2 === 1);
  }

  selectInput(word: string): void {
    const [mode = 10] = inputModes[word] ?? [];
    this.#play(mode, undefined, word === "wifi" ? "stop" : "play");
  }

  /** Plays an address; one with `unplayable` in it is confirmed as well, and never begins. */
  playStream(url: string): void {
    this.#play(10, url, "loading");
    this.#clock.after(300, () => {
      if (this.station !== url || this.state !== "loading") return;
      this.seconds = 0;
      this.state = url.includes("unplayable") ? "stop" : "play";
      this.shown = {
        title: stations.find((one) => one.url === url)?.name ?? url,
        artist: "",
        album: "",
        seconds: 0,
      };
    });
  }

  playTrack(index: number): void {
    this.index = (index + this.tracks.length) % this.tracks.length;
    this.#play(32, undefined, "play");
    this.shown = this.track;
  }

  /** Plays on with the next track at the end of one. */
  playOn(): void {
    const length = this.track?.seconds ?? Number.POSITIVE_INFINITY;
    const { seconds } = this;
    if (this.state !== "play" || seconds < length) return;
    this.playTrack(this.index + 1);
    this.seconds = seconds - length;
  }

  pause(): void {
    const { seconds } = this;
    if (this.state === "play") this.state = "pause";
    this.seconds = seconds;
  }

  resume(): void {
    const { seconds } = this;
    if (this.state === "play") return;
    this.state = "play";
    this.seconds = seconds;
  }

  stop(): void {
    this.state = "stop";
    this.seconds = 0;
  }

  /** What is shown stays that of the former source for a while. */
  #play(mode: number, station: string | undefined, state: PlayState): void {
    this.mode = mode;
    this.station = station;
    this.state = state;
    this.seconds = 0;
    this.#clock.after(this.#trailsForMs, () => {
      if (this.mode === mode && mode !== 10) this.shown = this.track;
    });
  }
}
