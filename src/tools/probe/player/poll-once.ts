import { profileOf } from "../../../families/profile-of.ts";
import { DeviceError } from "../../../core/errors.ts";
import {
  type Answer,
  type ResourceName,
  resourceNames,
  resourceOf,
  resourceTitle,
  summaryOf,
} from "../../../core/resources/player.ts";
import type { Family, FamilyDevice } from "../../../families/family.ts";
import type { Clock } from "../../../lib/clock.ts";
import { fault, type Finding, good, note, warning } from "../finding.ts";
import { type Answers, checkControls, checkPaths, harmlessPaths, unansweredPaths } from "./check-controls.ts";
import { checkLibrary, type PollOptions } from "./check-library.ts";
import { checkOperations } from "./check-operations.ts";
import { listOwnSettings, readOwnSettings } from "./own-settings.ts";
import { listed, translatable, type Phrase } from "../../../lib/phrase.ts";

interface PolledAnswer {
  readonly resource: ResourceName;
  /** Undefined where it was not valid. */
  readonly answer: Answer | undefined;
  readonly error?: DeviceError;
  readonly ms: number;
}

/** Reads every resource once. Throws DeviceError if no answer is usable; returns the player's MAC. */
export async function* pollOnce(
  poll: PollOptions,
): AsyncGenerator<Finding, { readonly mac: string | undefined }> {
  const { player, family, options, clock } = poll;
  const own = player.controls.paths;
  const { withoutResources: unread } = profileOf(player, family);
  const answers = await readAll(
    resourceNames.filter((name) => family.resources.includes(name) && !unread.includes(name)),
    {
      ...poll,
      options: { ...options, paths: harmlessPaths(own, family.paths), settingTags: player.publish.settings },
    },
  );
  const others = answers.filter(({ resource }) => resource !== "model");
  // Resources of a film are absent without a request while none plays.
  if (!others.some((one) => resourceOf(one.resource).readOn !== "film" && isWell(one))) {
    const text = translatable("player.no-operations", "the player answers none of its operations");
    throw others.find(({ error }) => error)?.error ?? new DeviceError("malformed", text);
  }

  const model = answers.map(readingOf).find((reading) => reading?.resource === "model")?.value;
  yield good(
    "answers",
    family.describe?.(model, options) ??
      (model ? summaryOf({ resource: "model", value: model }) : family.name),
  );
  yield* supportFindings(others, family);
  const byName = byResource(answers);
  if (family.paths !== undefined) {
    const usual = await readAll(unansweredPaths(own, byName), poll);
    yield* checkPaths(own, family.paths, byName, byResource(usual));
  }
  yield* checkControls(player, family, byName);
  const ownOptions = { ...options, clock, paths: harmlessPaths(own, family.paths) };
  yield* listOwnSettings(player, await readOwnSettings(family, ownOptions, poll.signal));
  yield* checkOperations(poll);
  yield* checkLibrary(poll, byName);
  yield good("poll", listed(others.flatMap(summariesOf)));
  yield latency(answers, options.timeoutMs);
  return { mac: model?.mac };
}

/** Keeps the same gap as the bridge, which may poll the player at the same time. */
async function readAll(
  resources: readonly ResourceName[],
  { player, family, options, clock, signal }: PollOptions,
): Promise<readonly PolledAnswer[]> {
  const answers: PolledAnswer[] = [];
  // The bridge waits longer for a player that was slow once; such a player is not off.
  await using device = family.open({ ...options, clock, timeoutMs: 2 * options.timeoutMs });
  for (const resource of resources) {
    if (answers.length > 0) await clock.sleep(player.device.gapMs, signal);
    answers.push(await ask(device, resource, clock, signal));
  }
  return answers;
}

function byResource(answers: readonly PolledAnswer[]): Answers {
  return new Map(answers.map(({ resource, answer }) => [resource, answer]));
}

async function ask(
  device: FamilyDevice,
  resource: ResourceName,
  clock: Clock,
  signal: AbortSignal,
): Promise<PolledAnswer> {
  const before = clock.now();
  try {
    const answer = await device.read(resource, signal);
    return { resource, answer, ms: clock.now() - before };
  } catch (error) {
    // The first request shows whether a player answers at all.
    if (!(error instanceof DeviceError) || resource === "model" || !error.answered) throw error;
    return { resource, answer: undefined, error, ms: clock.now() - before };
  }
}

function* supportFindings(others: readonly PolledAnswer[], { rules }: Family): Generator<Finding, void> {
  const lacking = others.filter(
    ({ resource, answer }) => answer?.kind === "unsupported" && !rules.optional.has(resource),
  );
  if (lacking.length > 0) {
    const names = listed(lacking.map(({ resource }) => resourceTitle(resource)));
    yield note(
      "families",
      translatable("families.lacking", "not supported by this model: {names}", { names }),
    );
  }
  for (const { resource, answer, error } of others) {
    if (error !== undefined) {
      yield fault(
        "families",
        translatable("families.invalid", "invalid answer for {resource}: {reason}", {
          resource,
          reason: error.phrase,
        }),
        translatable("advice.record", "report it with a recording: player2mqtt record"),
      );
    } else if (answer?.kind === "refused" || answer?.kind === "confused") {
      yield warning(
        "families",
        translatable("families.refused", "the player refuses {resource}: {reason}", {
          resource,
          reason: answer.reason,
        }),
        translatable(
          "advice.check-again",
          "check again; if it persists, report it with a recording: player2mqtt record",
        ),
      );
    }
  }
}

function latency(answers: readonly PolledAnswer[], timeoutMs: number): Finding {
  const slowest = answers.reduce((slow, each) => (each.ms > slow.ms ? each : slow));
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const text = translatable(
    "latency.figures",
    "answers take {median} ms, the slowest ({resource}) {slowest} ms",
    { median: Math.round(median), resource: slowest.resource, slowest: Math.round(slowest.ms) },
  );
  return slowest.ms > timeoutMs / 2
    ? warning(
        "latency",
        translatable("latency.slow", "the player is slow: {figures}", { figures: text }),
        translatable(
          "advice.latency",
          "the limit is {ms} ms, and up to 10 s after a slow answer: check its network, or raise device.timeoutMs",
          { ms: timeoutMs },
        ),
      )
    : good("latency", text);
}

function isWell({ answer }: PolledAnswer): boolean {
  return answer?.kind === "reading" || answer?.kind === "absent";
}

function readingOf({ answer }: Pick<PolledAnswer, "answer">) {
  return answer?.kind === "reading" ? answer.reading : undefined;
}

function summariesOf(polled: PolledAnswer): readonly Phrase[] {
  const reading = readingOf(polled);
  if (reading !== undefined) return [summaryOf(reading)];
  return polled.answer?.kind === "absent"
    ? [
        translatable("summary.absent", "{title}: nothing at the moment", {
          title: resourceTitle(polled.resource),
        }),
      ]
    : [];
}
