import type { SimulatorClock } from "../clock.ts";
import type { Network } from "./network.ts";
import { composeQueue, ownSettings, presets, type PresetName } from "./presets.ts";
import type { BluosTrack, Heard, Input, OwnSetting, PlayState, Preset } from "./sound.ts";

export interface PlayerOptions {
  readonly preset: PresetName;
  readonly name: string | undefined;
  /** The MAC of its chassis. */
  readonly mac: string | undefined;
  readonly queueSize: number | undefined;
  /** Whether it is a further zone of its chassis, whose MAC bears its port. */
  readonly isFurtherZone: boolean;
  readonly clock: SimulatorClock;
  readonly network: Network<SimulatedPlayer>;
  readonly bufferMs: number;
  readonly groupLagMs: number;
}

/** The whole state of a player; tests change it directly and call `changed`. */
export class SimulatedPlayer {
  name: string;
  /** Of its chassis; see `identity`. */
  mac: string;
  readonly model: (typeof presets)[PresetName]["model"];
  /** Undefined in answers of old firmware. */
  version: string | undefined;
  state: PlayState = "stop";
  /** What is heard; undefined after the end of a stream. */
  heard: Heard | undefined;
  queue: BluosTrack[];
  /** Identifies the content of the queue. */
  pid = 7;
  song = 0;
  /** The queues that were saved, by their names. */
  readonly savedLists = new Map<string, readonly BluosTrack[]>();
  shuffle = false;
  /** 0 is the queue, 1 the track, 2 off. */
  repeat: 0 | 1 | 2 = 2;
  level: number;
  isMuted = false;
  isFixed: boolean;
  /** Players have been seen that show only in their status that they are muted. */
  showsMuteInSync = true;
  inputs: readonly Input[];
  presets: readonly Preset[];
  /** Zero on players that have presets, as measured: no sign of a change. Others count. */
  prid = 0;
  settings: OwnSetting[];
  /** Minutes until it sleeps; 0 is off. */
  sleepMinutes = 0;
  battery: { level: number; isCharging: boolean } | undefined;
  /** The address of the primary, as the player sees it. */
  master: string | undefined;
  isReconnecting = false;
  /** The addresses of its secondaries, as it shows them. */
  slaves: string[] = [];
  /** Its power was cut: what it was about to answer is never sent. */
  isCut = false;
  /** An upgrade is in progress: its root is `UpgradeStatusStage1`. */
  isUpgrading = false;
  /** Set by the simulator that runs it. */
  address = "";
  port = 0;
  reboot: () => void = () => {};
  readonly network: Network<SimulatedPlayer>;
  readonly clock: SimulatorClock;
  readonly #options: PlayerOptions;
  readonly #cancels = new Set<() => void>();
  #cancelEndOfTrack: (() => void) | undefined;
  #syncStat = 4;
  #shownSync: string | undefined;
  #position = { seconds: 0, atMs: 0 };

  constructor(options: PlayerOptions) {
    const preset = presets[options.preset];
    this.#options = options;
    this.network = options.network;
    this.clock = options.clock;
    this.name = options.name ?? preset.name;
    this.mac = options.mac ?? preset.mac;
    this.model = preset.model;
    this.version = preset.version;
    this.queue = composeQueue(options.queueSize ?? preset.queueSize);
    this.level = preset.level;
    this.isFixed = preset.isFixed;
    this.inputs = preset.inputs;
    this.presets = preset.presets;
    this.settings = ownSettings();
    this.battery = preset.battery === undefined ? undefined : { ...preset.battery };
    if (this.queue.length > 0) this.playQueue(0);
  }

  /** Its permanent name: a further zone appends its port to the MAC of the chassis. */
  get identity(): string {
    return this.#options.isFurtherZone ? `${this.mac}:${this.port}` : this.mac;
  }

  get isFurtherZone(): boolean {
    return this.#options.isFurtherZone;
  }

  /** The player whose playback this one shows and controls: the primary of its group, else itself. */
  get leader(): SimulatedPlayer {
    return (this.master === undefined ? undefined : this.network.at(this.master)) ?? this;
  }

  get isPlaying(): boolean {
    return this.state === "play" || this.state === "stream";
  }

  get track(): BluosTrack | undefined {
    return this.heard?.kind === "queue" ? this.queue[this.song] : undefined;
  }

  /** The length of what is heard, if it has one. */
  get lengthSeconds(): number | undefined {
    if (this.heard?.kind === "queue") return this.track?.seconds;
    return this.heard?.kind === "stream" ? this.heard.seconds : undefined;
  }

  get seconds(): number {
    const { seconds, atMs } = this.#position;
    const at = this.isPlaying ? seconds + (this.clock.now() - atMs) / 1000 : seconds;
    return Math.min(at, this.lengthSeconds ?? Number.POSITIVE_INFINITY);
  }

  set seconds(seconds: number) {
    this.#position = { seconds, atMs: this.clock.now() };
  }

  /** The token of `/SyncStatus`: it moves when the document does. */
  syncStat(document: string): number {
    if (this.#shownSync !== undefined && this.#shownSync !== document) this.#syncStat += 1;
    this.#shownSync = document;
    return this.#syncStat;
  }

  /** Boots: playback has stopped, and tokens start again. */
  restart(bootMs: number, wake: () => Promise<void>): void {
    this.#syncStat = 4;
    this.#shownSync = undefined;
    this.stop();
    this.after(bootMs, () => void wake());
  }

  /** Plays an entry of the queue; past either end it wraps around. */
  playQueue(song: number, seconds = 0): void {
    if (this.queue.length === 0) return;
    this.song = ((song % this.queue.length) + this.queue.length) % this.queue.length;
    this.heard = { kind: "queue" };
    this.state = "play";
    this.seconds = seconds;
    this.changed();
  }

  /** The queue has other content from now on. */
  queueEdited(): void {
    this.pid += 1;
    this.changed();
  }

  /** Nothing is heard any more, and nothing is left to resume. */
  endQueue(): void {
    this.heard = undefined;
    this.stop();
  }

  /** Plays something else; it is `connecting` for a while. An address with `unplayable` in it never starts. */
  select(heard: Heard): void {
    this.heard = heard;
    this.state = "connecting";
    this.seconds = 0;
    const isUnplayable = heard.kind === "stream" && heard.streamUrl.includes("unplayable");
    this.after(this.#options.bufferMs, () => {
      if (this.heard !== heard || this.state !== "connecting") return;
      this.state = isUnplayable ? "stop" : "stream";
      if (isUnplayable) this.heard = undefined;
      this.seconds = 0;
      if (heard.kind !== "stream" || heard.seconds === undefined) return;
      this.after(heard.seconds * 1000, () => {
        if (this.heard === heard && this.state === "stream") this.stop();
      });
    });
    this.changed();
  }

  pause(): void {
    const { seconds } = this;
    this.state = this.state === "stop" && this.queue.length === 0 ? "stop" : "pause";
    if (this.heard === undefined && this.queue.length > 0) this.heard = { kind: "queue" };
    this.seconds = seconds;
    this.changed();
  }

  /** Resumes from a pause; from `stop` nothing happens. */
  resume(): void {
    if (this.state !== "pause") return;
    const { seconds } = this;
    this.state = this.heard?.kind === "queue" ? "play" : "stream";
    this.seconds = seconds;
    this.changed();
  }

  stop(): void {
    this.state = "stop";
    if (this.heard?.kind !== "queue") this.heard = undefined;
    this.seconds = 0;
    this.changed();
  }

  /** Acts later, unless it is switched off for good before. */
  after(ms: number, act: () => void): void {
    const cancel = this.clock.after(ms, () => {
      this.#cancels.delete(cancel);
      act();
      this.changed();
    });
    this.#cancels.add(cancel);
  }

  /** A change that the members of its group show later than itself. */
  afterGroupLag(act: () => void): void {
    this.after(this.#options.groupLagMs, act);
  }

  /** Wakes the held polls whose answers have changed, here and at the members of its group. */
  changed(): void {
    this.#cancelEndOfTrack?.();
    const length = this.lengthSeconds;
    if (this.heard?.kind === "queue" && this.isPlaying && length !== undefined) {
      const leftMs = Math.max(0, (length - this.seconds) * 1000);
      this.#cancelEndOfTrack = this.clock.after(leftMs + 1, () => this.#trackEnded());
    }
    this.network.changed();
  }

  [Symbol.dispose](): void {
    this.#cancelEndOfTrack?.();
    for (const cancel of this.#cancels) cancel();
  }

  #trackEnded(): void {
    if (this.seconds < (this.lengthSeconds ?? 0)) {
      this.changed();
      return;
    }
    if (this.repeat === 1) this.playQueue(this.song);
    else if (this.song + 1 < this.queue.length || this.repeat === 0) this.playQueue(this.song + 1);
    else this.stop();
  }
}
