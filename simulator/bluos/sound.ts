import type { Value } from "./xml.ts";

/** The words of `state`. */
export type PlayState = "play" | "stream" | "pause" | "stop" | "connecting";

export interface BluosTrack {
  readonly songid: string;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly seconds: number;
  readonly quality: string;
  readonly format: string;
  readonly image: string;
  readonly service: string;
}

/** An input that is visible in the vendor's app. */
export interface Input {
  readonly id: string | undefined;
  /** Such as `arc-1`; undefined for one that is a service. */
  readonly typeIndex: string | undefined;
  readonly inputType: string;
  /** The owner's name; undefined if it has none. */
  readonly text: string | undefined;
  readonly url: string;
}

/** Something else than the queue. */
interface Stream {
  readonly kind: "stream";
  readonly streamUrl: string;
  readonly service: string;
  readonly serviceName: string;
  readonly serviceType: string;
  readonly lines: readonly [string, string, string];
  readonly artist?: string;
  readonly album?: string;
  readonly image?: string;
  readonly quality?: string;
  readonly format?: string;
  /** Undefined if it has no length. */
  readonly seconds?: number;
  /** Names of the actions, each with its address. */
  readonly actions?: Readonly<Record<string, string | undefined>>;
}

export type Heard = { readonly kind: "queue" } | { readonly kind: "input"; readonly input: Input } | Stream;

/** A preset of the player, which only the vendor's app edits. */
export interface Preset {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly image: string;
  readonly volume?: number;
  /** What it plays: a stream, or the first entries of the queue. */
  readonly plays: Stream | number;
}

export interface OwnSetting {
  readonly page: "audio" | "player" | "capture";
  readonly id: string;
  readonly displayName: string;
  readonly url: string;
  readonly class: "list" | "boolean" | "range";
  value: string;
  /** Of a list. */
  readonly values?: Readonly<Record<string, string>>;
  /** Of a range. */
  readonly range?: {
    readonly min: number;
    readonly max: number;
    readonly step: number;
    readonly units: Value;
  };
  /** The setting and the value without which it has no effect. */
  readonly dependsOn?: readonly [name: string, value: string];
}

export function addressStream(streamUrl: string): Stream {
  const url = URL.canParse(streamUrl) ? new URL(streamUrl) : undefined;
  const host = url?.host ?? streamUrl;
  const seconds = Number(url?.searchParams.get("seconds") ?? 0);
  return {
    kind: "stream",
    streamUrl,
    service: "http",
    serviceName: "",
    serviceType: "",
    lines: [host, "", ""],
    format: "MP3 128 kb/s",
    quality: "128000",
    // It ends by itself if its query says when.
    ...(seconds > 0 && { seconds }),
  };
}
