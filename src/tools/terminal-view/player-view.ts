import * as z from "zod";
import type { PlayerLeaf } from "../../core/topics/topics.ts";
import { type OutcomeReport, parseOutcome } from "./outcome-text.ts";

const text = z.string();
const number = text.transform((given) => {
  const value = given.trim() === "" ? Number.NaN : Number(given);
  return Number.isFinite(value) ? value : undefined;
});
const word = text.catch("");
const optionShape = z.object({ value: text, title: word, enable: z.unknown().optional() });

function json<Shape extends z.ZodType>(shape: Shape) {
  return text.transform((given): z.output<Shape> | undefined => {
    try {
      return shape.safeParse(JSON.parse(given)).data;
    } catch {
      return undefined;
    }
  });
}

const options = json(z.array(z.unknown())).transform((list = []) =>
  list.flatMap((entry) => {
    const option = optionShape.safeParse(entry).data;
    if (option === undefined) return [];
    const { value: tag, title: name, enable } = option;
    return [{ tag, name: name || tag, isEnabled: enable !== false }];
  }),
);

/** The topics that the view shows, and how their payloads are read. */
const shapes = {
  availability: text,
  info: json(z.object({ name: word, model: word })),
  "audio/input": text,
  "audio/input/name": text,
  "audio/input/options": options,
  "audio/output": text,
  "audio/output/name": text,
  "audio/output/options": options,
  "video/state": text,
  "video/title": text,
  "video/resolution": text,
  "video/fps": text,
  "video/codec": text,
  "video/output": text,
  "video/audio-track": text,
  "video/subtitle": text,
  "video/duration": number,
  "video/position": number,
  "video/playlist": json(z.object({ size: z.number(), currentIndex: z.number().catch(-1) })),
  "video/playlist/current": text,
  "music/title": text,
  "music/artist": text,
  "music/album": text,
  "music/queue/total": number,
  "music/queue": json(z.object({ current: z.number().optional().catch(undefined) })),
} as const satisfies Partial<Record<PlayerLeaf, z.ZodType>>;

type Values = { readonly [Leaf in keyof typeof shapes]?: z.output<(typeof shapes)[Leaf]> };

export interface PlayerView {
  readonly id: string;
  /** The last payload of each topic that is shown. */
  readonly values: Values;
  readonly changedAt: number | undefined;
  /** The last known position of the video, and when it was there. */
  readonly position: { readonly seconds: number; readonly at: number } | undefined;
  /** The latest outcomes, the newest first. */
  readonly outcomes: readonly { readonly report: OutcomeReport; readonly at: number }[];
}

const outcomesKept = 3;

export function newPlayerView(id: string): PlayerView {
  return { id, values: {}, changedAt: undefined, position: undefined, outcomes: [] };
}

/** The player after one more message; the same object if the topic is not shown. */
export function foldPlayer(player: PlayerView, leaf: string, payload: string, now: number): PlayerView {
  if (leaf === "result") {
    const report = parseOutcome(payload);
    if (report === undefined) return player;
    return { ...player, outcomes: [{ report, at: now }, ...player.outcomes].slice(0, outcomesKept) };
  }
  if (!Object.hasOwn(shapes, leaf)) return player;
  const value = shapes[leaf as keyof typeof shapes].parse(payload);
  const next = { ...player, values: { ...player.values, [leaf]: value } };
  if (leaf === "video/position")
    return { ...next, position: typeof value === "number" ? { seconds: value, at: now } : undefined };
  if (leaf !== "video/state" && leaf !== "availability") return next;
  // The position stays where it was when a video stops or the player goes away.
  const seconds = positionNow(player, { now, isCurrent: true });
  const frozen = { ...next, position: seconds === undefined ? undefined : { seconds, at: now } };
  if (leaf === "video/state") return frozen;
  // A bridge publishes the same again after a reconnect: only a change has a time.
  const before = player.values.availability;
  return before === payload ? player : { ...frozen, changedAt: before === undefined ? undefined : now };
}

export function positionNow(
  { position, values }: PlayerView,
  { now, isCurrent }: { readonly now: number; readonly isCurrent: boolean },
): number | undefined {
  if (position === undefined) return undefined;
  const length = values["video/duration"] ?? Infinity;
  const isMoving = isCurrent && values["video/state"] === "playing" && values.availability !== "offline";
  const movedSeconds = isMoving ? (now - position.at) / 1000 : 0;
  return Math.min(position.seconds + movedSeconds, Math.max(position.seconds, length));
}
