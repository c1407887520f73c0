import { parseStep, type PresetStep } from "../core/controls/preset.ts";
import {
  type AnnouncementNote,
  type Lost,
  noteWriter,
  type ResumableState,
  type SleepNote,
  type TemporaryVolume,
} from "../core/resources/resumable-state.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Reads a note of an earlier run, which anybody may have changed; an invalid note, or one of others, counts as empty. */
export function readNote(payload: Uint8Array): ResumableState {
  try {
    const { writer, sleep, announcement }: Fields = fieldsOf(JSON.parse(new TextDecoder().decode(payload)));
    if (writer !== noteWriter) return {};
    return { sleep: readSleep(fieldsOf(sleep)), announcement: readAnnouncement(fieldsOf(announcement)) };
  } catch {
    return {};
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function readSleep({ endsAt, volume }: Fields): SleepNote | undefined {
  if (typeof endsAt !== "string" || Number.isNaN(Date.parse(endsAt))) return undefined;
  return { endsAt, volume: readVolume(fieldsOf(volume)) };
}

function readVolume({ before, set, from }: Fields): TemporaryVolume | undefined {
  const isComplete = [before, set, from].every((level) => Number.isSafeInteger(level));
  return isComplete ? ({ before, set, from } as TemporaryVolume) : undefined;
}

function readAnnouncement({ beganAt, back, volume, key }: Fields): AnnouncementNote | undefined {
  const { steps, lost, key: earlier, isPaused, position, input } = fieldsOf(back);
  if (!Array.isArray(steps) || !Array.isArray(lost) || typeof beganAt !== "string") return undefined;
  return {
    beganAt,
    volume: readVolume(fieldsOf(volume)),
    key: textOrNothing(key),
    back: {
      key: textOrNothing(earlier),
      isPaused: isPaused === true,
      position: readStep(position),
      input: textOrNothing(input),
      steps: steps.flatMap((step) => readStep(step) ?? []),
      lost: lost.filter((one): one is Lost => typeof one === "string"),
    },
  };
}

function textOrNothing(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function readStep(value: unknown): PresetStep | undefined {
  const { target, request } = fieldsOf(value);
  if (typeof target !== "string" || typeof request !== "string") return undefined;
  const step = parseStep(`${target} ${request}`);
  return "problem" in step ? undefined : step;
}
