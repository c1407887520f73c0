import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../src/core/session/advance.ts";
import type { Outcome } from "../../src/core/controls/effect.ts";
import { resolveOutcomes } from "../../src/core/session/outcomes.ts";
import { after, answered, answerOf, failed, listing, selected, selectionFailed, settled } from "./samples.ts";

type Happening = readonly [now: number, event: SessionEvent | readonly SessionEvent[]];

function outcomeOf(events: readonly Happening[]): { after: number; outcome: Outcome | undefined } {
  let session = settled();
  for (const [index, event] of events.entries()) {
    const { session: next, settled: done } = resolveOutcomes(after(session, event));
    if (done[0] !== undefined) return { after: index + 1, outcome: done[0].outcome };
    session = next;
  }
  return { after: events.length, outcome: undefined };
}

const shown = answered("audio", listing("EARC"));
const notShown = answered("audio", listing("BT"));
const applied: Outcome = { kind: "applied", tag: "EARC" };
const unchanged: Outcome = { kind: "unchanged", tag: "EARC" };
const fails = (reason: string): Outcome => ({ kind: "failed", tag: "EARC", reason });
const notApplied = fails("not applied: the player still shows The BT");
const notThere = "the player reports that it has no such operation";

describe("the outcome of a selection", () => {
  const cases: readonly (readonly [string, readonly Happening[], number, Outcome | undefined])[] = [
    ["is applied when the answer shows it", [[0, selected(listing("EARC"))]], 1, applied],
    ["is unchanged when it was selected already", [[0, selected(listing("EARC"), true)]], 1, unchanged],
    ["is open while the answer shows another", [[0, selected(listing("BT"))]], 1, undefined],
    [
      "is applied when a trailing list shows it at the read-back",
      [
        [0, selected(listing("BT"))],
        [2500, shown],
      ],
      2,
      applied,
    ],
    [
      "is applied when the list trails by nearly two seconds",
      [
        [0, selected(listing("BT"))],
        [1000, notShown],
        [2000, shown],
      ],
      3,
      applied,
    ],
    [
      "is applied when an earlier poll shows it",
      [
        [0, selected(listing("BT"))],
        [300, shown],
      ],
      2,
      applied,
    ],
    [
      "is open when an earlier poll does not show it",
      [
        [0, selected(listing("BT"))],
        [999, notShown],
      ],
      2,
      undefined,
    ],
    [
      "is failed, not applied, when the read-back does not show it",
      [
        [0, selected(listing("BT"))],
        [2500, notShown],
      ],
      2,
      notApplied,
    ],
    [
      "is failed when an unchanged list says so at the read-back",
      [
        [0, selected(listing("BT"))],
        [2500, answered("audio", "unchanged")],
      ],
      2,
      notApplied,
    ],
    [
      "is failed when the read-back shows nothing selected",
      [
        [0, selected(listing("none"))],
        [2500, answered("audio", listing("none"))],
      ],
      2,
      fails("not applied: the player still shows nothing selected"),
    ],
    [
      "does not follow from what was known before the selection",
      [[0, selected(answerOf("unchanged"), true)]],
      1,
      undefined,
    ],
    [
      "is failed with the refusal as its reason",
      [
        [0, selected(answerOf("refused"))],
        [2500, notShown],
      ],
      2,
      fails("body status 805"),
    ],
    [
      "is applied when the list shows it in spite of a refusal",
      [
        [0, selected(answerOf("refused"))],
        [2500, shown],
      ],
      2,
      applied,
    ],
    ...(["absent", "unsupported"] as const).map(
      (kind) =>
        [
          `is failed when the answer is ${kind} and the list does not show it`,
          [
            [0, selected(answerOf(kind))],
            [2500, notShown],
          ] as Happening[],
          2,
          fails(notThere),
        ] as const,
    ),
    [
      "is applied when the request broke and the list shows it",
      [
        [0, selectionFailed("broken")],
        [2500, shown],
      ],
      2,
      applied,
    ],
    [
      "is unchanged when the request broke and the list shows what it showed",
      [
        [0, selectionFailed("broken", true)],
        [2500, shown],
      ],
      2,
      unchanged,
    ],
    [
      "is failed when the request broke and the list does not show it",
      [
        [0, selectionFailed("broken")],
        [2500, notShown],
      ],
      2,
      fails("broken: no luck"),
    ],
    [
      "is failed when the request broke and the read-back fails too",
      [
        [0, selectionFailed("broken")],
        [2500, failed("audio", "broken")],
      ],
      2,
      fails("broken: no luck; it may have taken effect"),
    ],
    [
      "is failed at once when it could not be sent",
      [[0, selectionFailed("unreachable", true)]],
      1,
      fails("unreachable: no luck"),
    ],
    [
      "waits for the list when the answer was nonsense",
      [
        [0, selectionFailed("malformed")],
        [2500, shown],
      ],
      2,
      applied,
    ],
    [
      "is not touched by what other resources say",
      [
        [0, selected(listing("BT"))],
        [2500, answered("video")],
        [2500, failed("queue")],
      ],
      3,
      undefined,
    ],
    [
      "does not follow from a read-back that told no list",
      [
        [0, selectionFailed("broken", true)],
        [2500, answered("audio", "refused")],
      ],
      2,
      fails("broken: no luck; it may have taken effect"),
    ],
    [
      "waits for the retry when the player is confused at the read-back",
      [
        [0, selected(listing("BT"))],
        [2500, answered("audio", "confused")],
        [3000, shown],
      ],
      3,
      applied,
    ],
    [
      "is failed when the player stays confused",
      [
        [0, selected(answerOf("confused"))],
        [500, answered("audio", "confused")],
        [2500, answered("audio", "confused")],
        [3000, answered("audio", "confused")],
      ],
      4,
      fails("body status 804"),
    ],
  ];

  it.each(cases)("%s", (_name, events, step, outcome) => {
    expect(outcomeOf(events)).toMatchObject({ after: step, outcome });
  });

  it("is reported once", () => {
    const { session } = resolveOutcomes(after(settled(), [0, selected(listing("EARC"))]));
    expect(session.pending).toBeUndefined();
    expect(resolveOutcomes(session).settled).toEqual([]);
  });
});
