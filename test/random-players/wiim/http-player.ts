import type { Server } from "node:http";
import { type PlayerClock, type Reply, ServedPlayer } from "../served-player.ts";
import { inputs, type Track, type Wiim } from "./arbitrary.ts";
import { selectInput } from "./model.ts";

type Fields = Readonly<Record<string, unknown>>;

const noTrack: Track = { title: "", artist: "", album: "", seconds: 0 };

/** The model's player at an HTTP address, by what public clients say. */
export class WiimHttpPlayer extends ServedPlayer {
  readonly wiim: Wiim;
  readonly mac: string;
  /** When the state was last set. */
  #setAt: number;

  private constructor(wiim: Wiim, servers: readonly Server[], number: number, clock: PlayerClock) {
    super(servers, { clock, ...wiim.dialect });
    this.wiim = wiim;
    this.mac = `02:5e:00:00:02:${number.toString(16).padStart(2, "0")}`;
    this.#setAt = clock.now();
  }

  /** Starts one of many. */
  static async start(wiim: Wiim, number: number, clock: PlayerClock): Promise<WiimHttpPlayer> {
    return new WiimHttpPlayer(wiim, await this.listen(), number, clock);
  }

  /** The position now. */
  get seconds(): number {
    const { state, seconds, track } = this.wiim;
    if (state !== "play") return seconds;
    const now = seconds + (this.clock.now() - this.#setAt) / 1000;
    return (track?.seconds ?? 0) > 0 ? Math.min(now, track?.seconds ?? 0) : now;
  }

  /** Changes the player; its position goes on from where it is, unless the change sets it. */
  override change(act: () => void): void {
    const { seconds } = this;
    const had = { ...this.wiim };
    act();
    if (this.wiim.seconds === had.seconds && this.wiim.track === had.track) this.wiim.seconds = seconds;
    this.#setAt = this.clock.now();
  }

  protected override answer(url: string): Reply {
    const [, command] = /^\/httpapi\.asp\?command=(.*)$/.exec(url) ?? [];
    if (command === undefined) return { status: 404, body: "Not Found" };
    const answer = this.#answer(command);
    return { body: typeof answer === "object" ? JSON.stringify(answer) : answer };
  }

  #answer(command: string): Fields | string {
    const { wiim } = this;
    const { dialect, presets, output } = wiim;
    switch (command) {
      case dialect.status:
        return {
          uuid: "FF31F09E",
          DeviceName: "One of many",
          firmware: "Linkplay.4.8.1",
          project: "Random_One",
          [dialect.mac]: this.mac,
          group: "0",
          plm_support: `0x${dialect.inputs.reduce((bits, tag) => bits + (tag === "wifi" ? 0 : 2 ** inputs[tag].bit), 0).toString(16)}`,
        };
      case "getPlayerStatus":
      case dialect.playerStatus:
        return this.#playerStatus();
      case "getMetaInfo":
        return dialect.hasMeta ? { metaData: this.#metaData() } : "unknown command";
      case "getPresetInfo":
        return {
          preset_num: String(presets.length),
          preset_list: presets.map(({ id, name }) => ({
            number: this.#number(Number(id)),
            name: escaped(name),
          })),
        };
      case "getNewAudioOutputHardwareMode":
        return dialect.hasOutputs ? { hardware: output, source: "0", audiocast: "0" } : "unknown command";
      case "multiroom:getSlaveList":
        return { slaves: "0" };
      default:
        return this.#call(decodeURIComponent(command));
    }
  }

  #number(value: number): number | string {
    return this.wiim.dialect.writesNumbers ? value : String(value);
  }

  #playerStatus(): Fields {
    const { dialect, track = noTrack, state, mode, loop, level, isMuted, place } = this.wiim;
    const perSecond = track.seconds > 0 ? dialect.perSecond : 1000;
    const text = (value: string): string => {
      const written = escaped(value === "" ? dialect.empty : value);
      return dialect.writesHex ? Buffer.from(written).toString("hex").toUpperCase() : written;
    };
    const number = (value: number): number | string => this.#number(value);
    return {
      type: "0",
      ch: "0",
      mode: number(mode),
      loop: number(loop),
      eq: "0",
      status: state,
      curpos: number(state === "stop" ? 0 : Math.round(this.seconds * perSecond)),
      totlen: number(state === "stop" ? 0 : track.seconds * perSecond),
      Title: text(track.title),
      Artist: text(track.artist),
      Album: text(track.album),
      plicount: "9",
      plicurr: number(place),
      vol: number(level),
      mute: number(Number(isMuted)),
    };
  }

  #metaData(): Fields {
    const { dialect, track = noTrack } = this.wiim;
    const text = (value: string): string => escaped(value === "" ? dialect.empty : value);
    return {
      title: text(track.title),
      artist: text(track.artist),
      album: text(track.album),
      albumArtURI: "un_known",
      sampleRate: "44100",
      bitDepth: "16",
      bitRate: "0",
    };
  }

  /** Also what it ignores has the status 200 and this text. */
  #call(command: string): string {
    const effect = this.#effectOf(command);
    if (effect === undefined) return "unknown command";
    return this.obey(command, effect) ? "OK" : "Failed";
  }

  /** What a command does; undefined for one that the player does not know. */
  #effectOf(command: string): (() => void) | undefined {
    const { wiim } = this;
    const [, name = "", argument = ""] = /^((?:setPlayerCmd:)?\w+):?(.*)$/.exec(command) ?? [];
    const set = (values: Partial<Wiim>) => () => void Object.assign(wiim, values);
    const input = wiim.dialect.inputs.find((tag) => tag === argument);
    const preset = name === "MCUKeyShortClick" && wiim.presets.find(({ id }) => id === argument);
    const effects: Readonly<Record<string, (() => void) | undefined | false>> = {
      "setPlayerCmd:vol": set({ level: Number(argument) }),
      "setPlayerCmd:mute": set({ isMuted: argument === "1" }),
      "setPlayerCmd:loopmode": set({ loop: Number(argument) }),
      "setPlayerCmd:seek": set({ seconds: Number(argument) }),
      "setPlayerCmd:pause": () => {
        if (wiim.state === "play") Object.assign(wiim, { seconds: this.seconds, state: "pause" });
      },
      "setPlayerCmd:resume": () => {
        if (wiim.state === "pause") wiim.state = "play";
      },
      "setPlayerCmd:stop": set({ state: "stop", seconds: 0 }),
      "setPlayerCmd:next": () => this.#move(1),
      "setPlayerCmd:prev": () => this.#move(-1),
      "setPlayerCmd:play":
        argument === "" ? set({ state: "play", seconds: 0 }) : () => this.#playAddress(argument),
      "setPlayerCmd:switchmode": input && (() => selectInput(wiim, input)),
      setNewAudioOutputHardwareMode: wiim.dialect.hasOutputs && set({ output: argument }),
      MCUKeyShortClick: preset && (() => this.#playAddress(`preset:${preset.id}`, preset.name)),
    };
    return effects[name] || undefined;
  }

  #playAddress(address: string, title = "Live"): void {
    const track = { ...noTrack, title };
    Object.assign(this.wiim, { mode: 10, track, address, state: "play", seconds: 0 });
    this.wiim.place += 1;
  }

  #move(by: number): void {
    const { wiim } = this;
    wiim.place += by;
    if (wiim.track !== undefined) wiim.track = { ...wiim.track, title: `Piece ${wiim.place}` };
    Object.assign(wiim, { state: "play", seconds: 0 });
  }
}

/** Texts hold entities. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
