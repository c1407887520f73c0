import type { PlayerConfig } from "../../../config/players.ts";
import { browseAll, type LibraryListName, libraryListsOf, sampledListNames } from "../../../core/library.ts";
import { DeviceError } from "../../../core/errors.ts";
import { profileOf } from "../../../families/profile-of.ts";
import type { Family, PlayerOptions } from "../../../families/family.ts";
import type { Clock } from "../../../lib/clock.ts";
import { type Finding, good, note, ofAny, warning } from "../finding.ts";
import { type Answers, supportBy } from "./check-controls.ts";
import { toPhrase, listed, type Phrase, translatable } from "../../../lib/phrase.ts";

export interface PollOptions {
  readonly player: PlayerConfig;
  readonly family: Family;
  readonly options: PlayerOptions;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The first slow or missing answer is the last request, since players hang for minutes under their library. */
export async function* checkLibrary(
  { player, family, options, clock, signal }: PollOptions,
  answers: Answers,
): AsyncGenerator<Finding, void> {
  const { enabled, slowMs } = player.library;
  if (!enabled) return;
  const support = (name: "music" | "video") => ({ support: supportBy(answers.get(name)) });
  const had = libraryListsOf({
    resources: { music: support("music"), video: support("video") },
    profile: { browses: profileOf(player, family).browses },
  });
  const lists = sampledListNames.filter((name) => had.includes(name));
  const found: Phrase[] = [];
  const lacking: LibraryListName[] = [];
  await using device = family.open(options);
  for (const list of lists) {
    await clock.sleep(player.device.gapMs, signal);
    const before = clock.now();
    let problem: Phrase | undefined;
    try {
      const answer = await device.browse({ operation: browseAll(list), of: "", start: 0, count: 1 }, signal);
      if (answer.kind === "page") {
        const length = answer.page.total ?? translatable("library.no-length", "length not reported");
        found.push(translatable("library.list", "{list} ({length})", { list, length }));
      } else if (answer.kind === "unsupported") lacking.push(list);
      else found.push({ text: `${list} (${toPhrase(answer.reason).text})` });
    } catch (error) {
      if (!(error instanceof DeviceError)) throw error;
      problem = error.phrase;
    }
    const tookMs = clock.now() - before;
    if (problem === undefined && tookMs > slowMs) {
      const seconds = (tookMs / 1000).toFixed(1);
      problem = translatable("library.slow", "the answer took {seconds} s", { seconds });
    }
    if (problem !== undefined) {
      yield warning(
        "library",
        translatable(
          "library.failed",
          "reading {list} failed: {problem}. The rest of the library was not read",
          { list, problem },
        ),
        translatable(
          "advice.library",
          "the bridge then does not read the library for ten minutes; turn library.enabled off for this player if it hangs",
        ),
      );
      return;
    }
  }
  if (found.length > 0) yield good("library", listed(found));
  yield* ofAny(lacking, (lists) =>
    note("library", translatable("library.lacking", "this player has no list of {lists}", { lists })),
  );
}
