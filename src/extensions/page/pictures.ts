import { DeviceError } from "../../core/errors.ts";
import { type PictureName, pictureTypeOf } from "../../core/resources/picture.ts";
import { artOf } from "../../core/resources/film-art.ts";
import { activeTrack } from "../../core/resources/music.ts";
import type { PlayerState } from "../../core/resources/player.ts";
import { hash32 } from "../../lib/hash.ts";
import { keepNewest } from "../../lib/keep-newest.ts";
import { timeLimit } from "../../lib/time-limit.ts";
import type { Clock } from "../../lib/clock.ts";
import type { PageDevices, PagePlayer } from "./page-bridge.ts";

export interface SafePicture {
  readonly type: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The lists whose options have pictures: icons, and what the display looks like. */
export const picturedLists = ["input", "output", "meters", "spectrum"] as const;
type PicturedList = (typeof picturedLists)[number];

/** An icon has a few KB, a cover some hundred. */
const largestBytes = 1_048_576;
const mostKept = 512;
const mostKeptBytes = 8 * 2 ** 20;
const keptMs = 3_600_000;
/** After a failure, wait before the next request: players are slow. */
const retryMs = 60_000;
const requestTimeoutMs = 10_000;
/** Addresses of pictures of entries that pages were told. */
const mostListed = 20_000;

/** Pictures of options, covers and posters: requested once from their own player, and checked before they are shown. */
export class Pictures {
  readonly #devices: PageDevices;
  readonly #clock: Clock;
  readonly #kept = new Map<string, { readonly until: number; readonly picture: SafePicture | undefined }>();
  readonly #listed = new Map<string, string>();
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #requests = new Map<string, Promise<SafePicture | undefined>>();
  #bytes = 0;

  constructor(devices: PageDevices, clock: Clock) {
    this.#devices = devices;
    this.#clock = clock;
  }

  /** The picture of an option; undefined if there is none that can be shown. */
  async find({ id, state }: PagePlayer, list: PicturedList, value: string): Promise<SafePicture | undefined> {
    const url = pictureOfOption(state.player, list, value);
    return typeof url === "string" ? this.#find(id, state, url) : undefined;
  }

  /** A picture of what plays; undefined if there is none that can be shown. */
  async playing({ id, state }: PagePlayer, name: PictureName): Promise<SafePicture | undefined> {
    const url = pictureOf(state, name);
    return url === "" ? undefined : this.#find(id, state, url);
  }

  /** The key of the picture of an entry of a list; only addresses that a list had are ever requested. */
  list(playerId: string, url: string | undefined): string | undefined {
    if (url === undefined || url === "") return undefined;
    const key = pictureKey(url);
    keepNewest(this.#listed, `${playerId} ${key}`, url, mostListed);
    return key;
  }

  /** The picture of an entry of a list: one at a time from each player, and none that nobody waits for any more. */
  async listed(player: PagePlayer, key: string, signal: AbortSignal): Promise<SafePicture | undefined> {
    const url = this.#listed.get(`${player.id} ${key}`);
    if (url === undefined) return undefined;
    const find = () =>
      signal.aborted ? undefined : this.#find(player.id, player.state, url, () => player.takePicture());
    const turn = (this.#turns.get(player.id) ?? Promise.resolve()).then(find, find);
    this.#turns.set(player.id, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(player.id) === turn) this.#turns.delete(player.id);
    }
  }

  async #find(
    id: string,
    { presence: { availability } }: PagePlayer["state"],
    url: string,
    isAllowed: () => boolean = () => true,
  ): Promise<SafePicture | undefined> {
    const key = `${id} ${url}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept.until > this.#clock.now()) return kept.picture;
    // Do not disturb an offline player for pictures.
    if (availability !== "online") return kept?.picture;
    const open = this.#requests.get(key);
    if (open === undefined && !isAllowed()) return undefined;
    const request = open ?? this.#request(id, url, key);
    this.#requests.set(key, request);
    try {
      return await request;
    } finally {
      this.#requests.delete(key);
    }
  }

  async #request(playerId: string, url: string, key: string): Promise<SafePicture | undefined> {
    using timeout = timeLimit(requestTimeoutMs, this.#clock);
    let picture: SafePicture | undefined;
    try {
      const { status, body } = await this.#devices.picture(playerId, url, timeout.signal);
      if (status === 200) picture = checked(body);
    } catch (error) {
      if (!(error instanceof DeviceError) && !timeout.signal.aborted) throw error;
      // The page has a drawing of its own instead, and the polls report the player's problem.
    }
    this.#keep(key, picture);
    return picture;
  }

  #keep(key: string, picture: SafePicture | undefined): void {
    this.#drop(key);
    const lifeMs = picture === undefined ? retryMs : keptMs;
    this.#kept.set(key, { until: this.#clock.now() + lifeMs, picture });
    this.#bytes += picture?.body.byteLength ?? 0;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostKept && this.#bytes <= mostKeptBytes) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.picture?.body.byteLength ?? 0;
    this.#kept.delete(key);
  }
}

/** The address of a picture of what plays, as its topic has it; empty if there is none. */
export function pictureOf(session: PagePlayer["state"], name: PictureName): string {
  const { music } = session.player;
  if (name === "cover") return (music && activeTrack(music)?.picture) ?? "";
  const art = artOf(session);
  return (name === "poster" ? art?.picture : art?.backdrop) ?? "";
}

function pictureOfOption(
  { audio, meterStyles, spectrumStyles }: PlayerState,
  list: PicturedList,
  value: string,
): unknown {
  if (list === "input" || list === "output")
    return audio?.[list]?.entries.find(({ tag }) => tag === value)?.details["icon"];
  const styles = list === "meters" ? meterStyles : spectrumStyles;
  return styles?.options.find(({ title }) => title === value)?.picture;
}

/** A key for the picture of an entry that does not reveal its address. */
export function pictureKey(address: string): string {
  return hash32(address).toString(36);
}

function checked(body: Uint8Array): SafePicture | undefined {
  if (body.byteLength > largestBytes) return undefined;
  const type = pictureTypeOf(body);
  return type === undefined ? undefined : { type, body: new Uint8Array(body) };
}
