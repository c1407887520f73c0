import type { PlayerCall, Reply } from "../core/controls/call.ts";
import { DeviceError } from "../core/errors.ts";
import type { Browse, BrowseAnswer } from "../core/library.ts";
import type { PlayerDevice, PushListener, RawAnswer } from "../core/ports.ts";
import type { JsonObject } from "../core/resources/json.ts";
import type { Answer, ResourceName } from "../core/resources/player.ts";
import type { Family, FamilyDevice, PlayerOptions } from "./family.ts";
import { readDeclared, setDeclared } from "./declared-operations.ts";
import { getPath } from "./http/get-path.ts";
import { AnswerDeadline } from "./http/answer-deadline.ts";
import { withoutEvents } from "./http/connection.ts";
import { wake } from "./network/wake.ts";
import { askFamilies, optionsFor, recognize, type Recognized } from "./recognize.ts";
import { onAbort } from "../lib/aborted.ts";

/** How to open a player whose family may not be known yet. */
export interface RecognizedPlayerOptions extends PlayerOptions {
  /** The families that the player may belong to. One alone is taken for granted. */
  readonly families: readonly Family[];
  /** The destination of wake packets as host or host:port; broadcast by default. */
  readonly wakeAddress?: string;
  /** Called when the player turned out to belong to a family, with its address. */
  readonly onRecognized?: (family: Family, url: string) => void;
  /** Called when it forgets what was answered so far, ids of its library included. */
  readonly onReopened?: () => void;
  readonly onClosed?: () => void;
}

interface Opened {
  readonly family: Family;
  readonly device: FamilyDevice;
  /** Ends what the player says unasked. */
  readonly end: AbortController;
}

/** A player that is asked to which family it belongs, and then is that family's player. */
export class RecognizedPlayer implements PlayerDevice {
  #options: RecognizedPlayerOptions;
  #opened: Opened | undefined;
  #onOpened: () => void = () => {};

  constructor(options: RecognizedPlayerOptions) {
    // Each question and each opening has connections of its own; what one learned of a slow player is for all.
    this.#options = { deadline: new AnswerDeadline(options.timeoutMs), ...options };
    const [only, ...others] = options.families;
    if (only !== undefined && others.length === 0) this.#open({ family: only });
  }

  async read(resource: ResourceName, signal: AbortSignal): Promise<Answer> {
    const opened = await this.#recognized(signal);
    if (resource === "declared") return readDeclared(opened.device, this.#options.operations ?? [], signal);
    try {
      return await opened.device.read(resource, signal);
    } catch (error) {
      // The model is read whenever the player returns: a player of another family may be in its place.
      if (resource !== "model" || !(error instanceof DeviceError) || opened !== this.#opened) throw error;
      // What does not answer at its port has no other make there.
      const { url } = optionsFor(this.#options, opened.family);
      const others = this.#options.families.filter(
        (family) =>
          family !== opened.family && (error.answered || optionsFor(this.#options, family).url !== url),
      );
      const { recognized } = await askFamilies(others, withoutEvents(this.#options), signal);
      // It is looked for at another address by now.
      if (opened !== this.#opened) throw error;
      if (recognized === undefined) {
        // A player that still works on the question must not get the next request over a connection that is open.
        if (error.answered) await this.reopen();
        throw error;
      }
      await close(opened);
      return this.#open(recognized).device.read(resource, signal);
    }
  }

  async perform(call: PlayerCall, signal: AbortSignal): Promise<Reply> {
    if (call.operation !== "wake") {
      const { device } = await this.#recognized(signal);
      if (call.operation === "getPath") return getPath(device, call.path, signal);
      if (call.operation !== "setDeclared") return device.perform(call, signal);
      return setDeclared(device, this.#options.operations ?? [], call, signal);
    }
    const families = this.#opened === undefined ? this.#options.families : [this.#opened.family];
    const ports = new Set(families.flatMap(({ wakePorts }) => wakePorts));
    await wake(call.macs, [...ports], this.#options.wakeAddress);
    return { kind: "sent" };
  }

  async browse(browse: Browse, signal: AbortSignal): Promise<BrowseAnswer> {
    return (await this.#recognized(signal)).device.browse(browse, signal);
  }

  async picture(address: string, maxBytes: number, signal: AbortSignal): ReturnType<PlayerDevice["picture"]> {
    return (await this.#recognized(signal)).device.picture(address, maxBytes, signal);
  }

  /** From the moment when its family is known. What was opened for a former address is not listened to any more. */
  async listen(onPush: PushListener, signal: AbortSignal): Promise<void> {
    let current: Opened | undefined;
    using _ = onAbort(signal, () => current?.end.abort());
    while (!signal.aborted) {
      if (current === this.#opened) await this.#opening(signal);
      current = this.#opened;
      if (current === undefined || signal.aborted) continue;
      const { device, end } = current;
      await device.listen?.((push) => {
        if (!end.signal.aborted) onPush(push);
      }, end.signal);
    }
  }

  get answers(): readonly RawAnswer[] {
    return this.#opened?.device.answers ?? [];
  }

  queueEntries(from: number, count: number): readonly JsonObject[] {
    return this.#opened?.device.queueEntries(from, count) ?? [];
  }

  async readQueue(from: number, count: number): Promise<void> {
    await this.#opened?.device.readQueue?.(from, count);
  }

  assume(name: string): void {
    const family = this.#options.families.find((one) => one.name === name);
    if (this.#opened === undefined && family !== undefined) this.#open({ family });
  }

  async reopen(address?: string): Promise<void> {
    if (address !== undefined) this.#options = { ...this.#options, url: movedTo(this.#options.url, address) };
    const opened = this.#opened;
    if (opened === undefined) return;
    this.#opened = openedAs(opened, this.#options);
    this.#options.onReopened?.();
    this.#onOpened();
    await close(opened);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#options.onClosed?.();
    if (this.#opened !== undefined) await close(this.#opened);
  }

  /** Resolves when the player of a family is opened, or the signal aborts. */
  async #opening(signal: AbortSignal): Promise<void> {
    const opened = new Promise<void>((resolve) => {
      this.#onOpened = resolve;
    });
    using _ = onAbort(signal, this.#onOpened);
    await opened;
  }

  #open(recognized: Recognized): Opened {
    const opened = openedAs(recognized, this.#options);
    this.#opened = opened;
    this.#options.onRecognized?.(opened.family, optionsFor(this.#options, opened.family).url);
    this.#onOpened();
    return opened;
  }

  async #recognized(signal: AbortSignal): Promise<Opened> {
    const known = this.#opened;
    if (known !== undefined) return known;
    const options = this.#options;
    const recognized = await recognize(options.families, withoutEvents(options), signal);
    // It is looked for at another address by now.
    if (options !== this.#options) return this.#recognized(signal);
    // What an earlier run knew of the player may have come meanwhile.
    const assumed = this.#opened;
    if (assumed?.family === recognized.family) return assumed;
    if (assumed !== undefined) await close(assumed);
    return this.#open(recognized);
  }
}

function openedAs({ family, model }: Recognized, options: PlayerOptions): Opened {
  const end = new AbortController();
  const onDisconnected = (): void => {
    if (!end.signal.aborted) options.onDisconnected?.();
  };
  const known = model === undefined ? {} : { model };
  return { family, device: family.open({ ...optionsFor(options, family), ...known, onDisconnected }), end };
}

async function close({ device, end }: Opened): Promise<void> {
  end.abort();
  await device[Symbol.asyncDispose]();
}

/** Another address, with the credentials of this one. */
function movedTo(url: string, address: string): string {
  const { username, password } = new URL(url);
  const login = username === "" && password === "" ? "" : `${username}:${password}@`;
  // As a text, the replacement would interpret a dollar sign in the password.
  return address.replace("//", () => `//${login}`);
}
