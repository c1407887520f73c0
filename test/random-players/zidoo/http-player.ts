import type { Server } from "node:http";
import { type PlayerClock, type Reply, ServedPlayer } from "../served-player.ts";
import { inCircle } from "../words.ts";
import type { Choice, Music, Player, Video } from "./arbitrary.ts";
import { currentFilm, currentTrack } from "./model.ts";

type Fields = Readonly<Record<string, unknown>>;
type Query = ReadonlyMap<string, string>;
type Playing = NonNullable<Music["playing"]>;
/** What an operation sets by the number in this parameter. */
type Calls<Part> = Readonly<
  Record<string, readonly [parameter: string, obey: (part: Part, value: number) => void]>
>;

const fine = { status: 200 };
const parameterWrong = { status: 805 };
const nothingThere = { status: 806 };
const unknown = { status: 405 };

const musicCalls: Calls<Playing> = {
  setDevicesVolume: ["volume", ({ volume }, value) => volume && (volume.above = value - volume.min)],
  setMuteVolume: ["isMute", ({ volume }, value) => volume && (volume.muted = value === 1)],
  setLoopMode: ["loop", (playing, value) => (playing.loop = value)],
  seekTo: ["time", (playing, value) => (playing.seconds = value / 1000)],
  playOrPause: ["", (playing) => (playing.state = playing.state === 3 ? 4 : 3)],
};
const videoCalls: Calls<Video> = {
  setSubtitle: ["index", (video, value) => (video.subtitle = value)],
  setAudio: ["index", (video, value) => (video.track = value)],
  seekTo: ["positon", (video, value) => (video.seconds = value / 1000)],
  changeStatus: ["status", (video, value) => (video.state = value === -1 ? undefined : value === 1 ? 1 : 0)],
};

/** The model's player at an HTTP address, by the specification and the field notes. */
export class HttpPlayer extends ServedPlayer {
  readonly player: Player;
  /** Moves with the queue. */
  #queueChanged = 1_786_958_926_020;
  #queue: Music["queue"] | undefined;
  /** The lists before the last selection, and until when they are told. */
  #trailing: { readonly answer: Fields; readonly untilAt: number } | undefined;
  readonly #mac: string;

  private constructor(player: Player, servers: readonly Server[], number: number, clock: PlayerClock) {
    super(servers, { clock, ...player.dialect });
    this.player = player;
    this.#mac = `02:5e:00:00:00:${number.toString(16).padStart(2, "0")}`;
  }

  /** Starts one of many. */
  static async start(player: Player, number: number, clock: PlayerClock): Promise<HttpPlayer> {
    return new HttpPlayer(player, await this.listen(), number, clock);
  }

  protected override answer(url: string): Reply {
    const answer = this.#answer(url);
    if (answer === undefined) return { status: 404, body: "<html>404</html>" };
    const text = stringify(this.#written(answer) as Fields);
    return { body: this.player.dialect.hasMark ? `\u{feff}${text}` : text };
  }

  /** Undefined for what is not there. */
  #answer(url: string): Fields | undefined {
    const [path = "", queryText = ""] = url.split("?");
    const { dialect, music, video } = this.player;
    const operations = new RegExp(`^/${dialect.prefix}(MusicControl/v2|VideoPlay|ControlCenter)/(\\w+)$`);
    // They have no remote control: its keys would switch them off before their plug does.
    if (path.includes("/RemoteControl/")) return unknown;
    const [, family, operation = ""] = operations.exec(path) ?? [];
    if (family === undefined) return { status: 804 };
    const query = this.#queryOf(queryText, url);
    if (family === "ControlCenter") {
      return operation === "getModel"
        ? { ...fine, model: "Random One", firmware: "v1.0", net_mac: this.#mac }
        : unknown;
    }
    const isVideo = family === "VideoPlay";
    if ((isVideo ? video : music) === undefined) return dialect.lacks === 404 ? undefined : { status: 801 };
    const answer = isVideo
      ? this.#videoAnswer(video as Video, operation, query)
      : this.#musicAnswer(music as Music, operation, query);
    return answer ?? unknown;
  }

  /** Every value goes out percent-encoded; a plus sign would be a blank for some servers. */
  #queryOf(text: string, url: string): Query {
    if (/[+ ]/.test(text)) this.misdeeds.push(`not percent-encoded: ${url}`);
    const pairs = text.split("&").filter((pair) => pair !== "");
    return new Map(pairs.map((pair) => pair.split("=").map(decodeURIComponent) as [string, string]));
  }

  #musicAnswer(music: Music, operation: string, query: Query): Fields | undefined {
    const { playing } = music;
    switch (operation) {
      case "getInputAndOutputList":
        return this.#lists(music);
      case "setInputList":
        return this.#select(music, music.input, query);
      case "setOutInputList":
        return this.#select(music, music.output, query);
      case "getPlayQueue":
        return this.#queueAnswer(music);
      case "getState":
        return playing && this.#state(music, playing);
      default:
        return playing && this.#call(playing, musicCalls, operation, query);
    }
  }

  #videoAnswer(video: Video, operation: string, query: Query): Fields | undefined {
    const film = currentFilm(video);
    if (film === undefined && operation !== "getPlaylist") return nothingThere;
    switch (operation) {
      case "getPlayStatus":
        return film && this.#status(video, film);
      case "getPlaylist":
        return {
          ...fine,
          size: video.films.length,
          currentIndex: film === undefined ? -1 : inCircle(video.at, video.films.length),
          [this.player.dialect.playlist]: video.films.map(({ title }, index) => ({ title, index })),
        };
      case "getSubtitleList":
        return film && { ...fine, subtitles: film.subtitles.map((title, at) => ({ index: at + 1, title })) };
      case "getAudioList":
        return film && { ...fine, subtitles: film.tracks.map((title, index) => ({ index, title })) };
      default:
        return this.#call(video, videoCalls, operation, query);
    }
  }

  #call<Part>(part: Part, calls: Calls<Part>, operation: string, query: Query): Fields | undefined {
    const [parameter = "", obey] = calls[operation] ?? [];
    if (obey === undefined) return undefined;
    const value = parameter === "" ? 0 : Number(query.get(parameter) ?? Number.NaN);
    if (!Number.isSafeInteger(value)) return parameterWrong;
    return this.obey(operation, () => obey(part, value), false) ? fine : { status: 803 };
  }

  /** It may be shown late. */
  #select(music: Music, choice: Choice, query: Query): Fields {
    const place = choice.entries.findIndex(({ tag }) => tag === query.get("tag"));
    if (place < 0) return parameterWrong;
    const before = this.#listsNow(music);
    const isAccepted = this.obey("select", () => (choice.index = place), false);
    if (this.manner === "trails") this.#trailing = { answer: before, untilAt: this.clock.now() + 1000 };
    return isAccepted ? this.#lists(music) : { ...this.#lists(music), status: 803 };
  }

  #lists(music: Music): Fields {
    const trailing = this.#trailing;
    return trailing === undefined || this.clock.now() >= trailing.untilAt
      ? this.#listsNow(music)
      : trailing.answer;
  }

  #listsNow({ input, output }: Music): Fields {
    const icon = "/SystemSettings/getItemSettingIcon?iconName=one.png";
    const current = output.entries[output.index];
    return {
      ...fine,
      // The index for sorting is not the position.
      inputData: input.entries.map(({ name, tag, enabled }, at) => ({
        name,
        historyName: `old ${name}`,
        tag,
        isEdit: at % 2 === 0,
        index: input.entries.length - at,
        icon,
        selecticon: icon,
        ...(!enabled && { enable: false }),
      })),
      inputIndex: input.index,
      outputData: output.entries.map(({ name, tag, enabled }) => ({ name, tag, enable: enabled, icon })),
      outputIndex: output.index,
      outputInfo: {
        vidPid: "",
        title: current?.name ?? "",
        format: "PCM 44.1 kHz\nDSD64",
        sampleRate: "",
        isConnect: current?.enabled ?? false,
        infolist: [{ title: "Débit：", value: "24 bits" }],
      },
    };
  }

  #queueAnswer(music: Music): Fields {
    const { queue, queueId, playing } = music;
    const at = inCircle(playing?.at ?? 0, queue.length);
    return {
      id: integer(queueId),
      start: 0,
      count: -1,
      total: queue.length,
      array: queue.map(({ id, title, artist, album, seconds }, place) => ({
        id: integer(id),
        title,
        artist,
        album,
        duration: seconds * 1000,
        extension: "flac",
        bits: 24,
        SampleRate: 96_000,
        channels: 2,
        isLossless: true,
        hashcode: integer("-9007199254740993"),
        uri: "https://radio.example/stream?token=secret",
        active: place === at,
      })),
    };
  }

  #state(music: Music, playing: Playing): Fields {
    const { volume, hasMarks } = playing;
    const track = currentTrack(music);
    if (this.#queue !== music.queue) this.#queueChanged += 1;
    this.#queue = music.queue;
    const tagOf = ({ entries, index }: Choice): string => entries[index]?.tag ?? "";
    return {
      state: playing.state,
      position: playing.seconds * 1000,
      duration: (track?.seconds ?? 0) * 1000,
      loopModel: playing.loop,
      playType: 5,
      ...(track !== undefined && {
        playingMusic: {
          id: integer(track.id),
          type: 1,
          title: track.title,
          artist: track.artist,
          album: track.album,
        },
      }),
      ...(hasMarks && { playQueueChangedTime: this.#queueChanged, updateQueue: 0 }),
      ...(volume !== undefined && {
        volumeData: {
          currenttVolume: volume.min + volume.above,
          minVolume: volume.min,
          maxVolume: volume.min + volume.span,
          isMute: volume.muted,
          ...(hasMarks && { intputTag: tagOf(music.input), volumeTag: tagOf(music.output) }),
        },
      }),
    };
  }

  #status(video: Video, film: NonNullable<ReturnType<typeof currentFilm>>): Fields {
    const { subtitle, track, state, seconds } = video;
    const subtitleInfo = film.subtitles[subtitle - 1] ?? "";
    const audioInfo = film.tracks[track] ?? "";
    return {
      ...fine,
      video: {
        status: state,
        title: film.title,
        path: `/data/smb/192.168.1.10#Films/${film.title}.mkv`,
        currentPosition: seconds * 1000,
        duration: film.seconds * 1000,
        width: film.width,
        height: film.width / 2,
        fps: 23.975_999_832_153_32,
        formt: film.codec,
        filesize: "20,76 GiB",
        output: "3840x2160P @ 60Hz",
        subtitleInfo,
        audioInfo,
      },
      subtitle: { index: subtitle, information: subtitleInfo },
      audio: { index: track, information: audioInfo },
      playMode: { index: 4, information: "Tout" },
      zoom: { index: 1, information: "Ajustement" },
      "3D": { index: -1, information: "", isMvc3D: false },
    };
  }

  /** The answer as this firmware writes it. */
  #written(value: unknown): unknown {
    const { numbers, flags, missing } = this.player.dialect;
    if (typeof value === "number") return numbers === "text" ? String(value) : value;
    if (typeof value === "boolean")
      return flags === "boolean" ? value : flags === "number" ? Number(value) : String(Number(value));
    if (Array.isArray(value)) return value.map((item) => this.#written(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([field]) => !missing.includes(field))
        .map(([field, part]) => [field, this.#written(part)]),
    );
  }
}

/** An integer of any size: JavaScript's numbers would lose its digits. */
function integer(digits: string): string {
  return `\u0001${digits}\u0001`;
}

function stringify(fields: Fields): string {
  // The mark stands for a number, which is written without quotes.
  return JSON.stringify(fields).replaceAll(/"\\u0001(-?\d+)\\u0001"/g, "$1");
}
