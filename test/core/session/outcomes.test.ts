import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../../src/core/session/advance.ts";
import type { Outcome } from "../../../src/core/controls/effect.ts";
import { resolveOutcomes } from "../../../src/core/session/outcomes.ts";
import {
  after,
  answered,
  answerOf,
  failed,
  having,
  listing,
  selected,
  selectionFailed,
  settled,
} from "../samples.ts";

type Happenings = Readonly<Record<number, SessionEvent | readonly SessionEvent[]>>;

/** The outcome after the last of these events, by their times. It must not be known earlier. */
function outcomeOf(events: Happenings): Outcome | undefined {
  let session = settled();
  let known: readonly Outcome[] = [];
  for (const [at, event] of Object.entries(events)) {
    expect(known).toEqual([]);
    const resolved = resolveOutcomes(after(session, [Number(at), event]));
    session = resolved.session;
    known = resolved.settled.map(({ outcome }) => outcome);
  }
  return known[0];
}

/** The answer shows what was selected before. */
const chosen = selected(listing("BT"));
const refused = selected(answerOf("refused"));
const broke = selectionFailed("broken");
const shown = answered("audio", listing("EARC"));
const notShown = answered("audio", listing("BT"));
const same = answered("audio", "unchanged");
const confused = answered("audio", "confused");
const applied: Outcome = { kind: "applied", tag: "EARC" };
const unchanged: Outcome = { kind: "unchanged", tag: "EARC" };
const fails = (reason: string): Outcome => ({ kind: "failed", tag: "EARC", reason });
const notApplied = fails("not applied: the player still shows The BT");
const notThere = fails("the player reports that it has no such operation");
const unknown = fails("broken: no luck; it may have taken effect");

describe("the outcome of a selection", () => {
  const cases: readonly (readonly [string, Happenings, Outcome | undefined])[] = [
    ["is applied when the answer shows it", { 0: selected(listing("EARC")) }, applied],
    ["is unchanged when it was selected already", { 0: selected(listing("EARC"), true) }, unchanged],
    ["is open while the answer shows another", { 0: chosen }, undefined],
    ["is applied when a trailing list shows it at the read-back", { 0: chosen, 2500: shown }, applied],
    ["is applied when the list trails by two seconds", { 0: chosen, 1000: notShown, 2000: shown }, applied],
    ["is applied when an earlier poll shows it", { 0: chosen, 300: shown }, applied],
    ["is open when an earlier poll does not show it", { 0: chosen, 999: notShown }, undefined],
    ["is failed when the read-back does not show it", { 0: chosen, 2500: notShown }, notApplied],
    ["is failed when an unchanged list does not either", { 0: chosen, 2500: same }, notApplied],
    [
      "is failed when the read-back shows nothing selected",
      { 0: selected(listing("none")), 2500: answered("audio", listing("none")) },
      fails("not applied: the player still shows nothing selected"),
    ],
    ["is not what was known before", { 0: selected(answerOf("unchanged"), true) }, undefined],
    ["is failed with the refusal as its reason", { 0: refused, 2500: notShown }, fails("body status 805")],
    ["is applied when the list shows it in spite of a refusal", { 0: refused, 2500: shown }, applied],
    ["is failed if absent and not shown", { 0: selected(answerOf("absent")), 2500: notShown }, notThere],
    ["is failed if denied and not shown", { 0: selected(answerOf("unsupported")), 2500: notShown }, notThere],
    ["is applied when the request broke and the list shows it", { 0: broke, 2500: shown }, applied],
    [
      "is unchanged when the request broke and the list shows what it showed",
      { 0: selectionFailed("broken", true), 2500: shown },
      unchanged,
    ],
    ["is failed when it broke and is not shown", { 0: broke, 2500: notShown }, fails("broken: no luck")],
    ["is failed when the read-back breaks, too", { 0: broke, 2500: failed("audio", "broken") }, unknown],
    [
      "is failed at once when it could not be sent",
      { 0: selectionFailed("unreachable", true) },
      fails("unreachable: no luck"),
    ],
    ["waits when the answer was nonsense", { 0: selectionFailed("malformed"), 2500: shown }, applied],
    [
      "is not touched by what other resources say",
      { 0: chosen, 2500: answered("video"), 2501: failed("queue") },
      undefined,
    ],
    [
      "does not follow from a read-back that told no list",
      { 0: selectionFailed("broken", true), 2500: answered("audio", "refused") },
      unknown,
    ],
    [
      "waits for the retry when the player is confused at the read-back",
      { 0: chosen, 2500: confused, 3000: shown },
      applied,
    ],
    [
      "is failed when the player stays confused",
      { 0: selected(answerOf("confused")), 500: confused, 2500: confused, 3000: confused },
      fails("body status 804"),
    ],
  ];

  it.each(cases)("%s", (_name, events, outcome) => {
    expect({ outcome: outcomeOf(events) }).toMatchObject({ outcome });
  });

  it("does not wait for the regular read of a player that stays confused", () => {
    const calledAt = after(
      settled(),
      [0, selected(answerOf("confused"))],
      [1000, confused],
      [1500, confused],
    );
    const regular = having(calledAt, { audio: { dueAt: 600_000 } });
    expect(resolveOutcomes(after(regular, [2000, confused])).settled).toEqual([]);
    expect(resolveOutcomes(after(regular, [2500, confused])).settled).toMatchObject([
      { outcome: fails("body status 804") },
    ]);
  });
});
