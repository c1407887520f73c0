import { describe, expect, it } from "vitest";
import { judgeReadiness, type Received } from "../../src/cli/readiness.ts";
import type { BridgeName } from "../../src/core/topics/topics.ts";

describe("judgeReadiness", () => {
  const info = '{"players":[{"id":"study"},{"id":"cellar"}]}';
  const on = { state: "online" };
  const off = { state: "offline" };
  const has = (...ids: readonly string[]) => ({
    info: JSON.stringify({ players: ids.map((id) => ({ id })) }),
  });
  it.each<[string, Received["bridges"], string, boolean, string]>([
    ["nothing was said", bridges({}), "", false, "open"],
    ["nothing ever will be", bridges({}), "", true, "no bridge found at this broker"],
    ["the bridge says what no bridge says", bridges({ bridge: { state: "?" } }), "", true, "no bridge found"],
    ["the bridge is offline, and another one may come", bridges({ bridge: off }), "online", false, "open"],
    ["the bridge is offline", bridges({ bridge: off }), "online", true, "the bridge is offline"],
    ["only the bridge spoke", bridges({ bridge: on }), "", false, "open"],
    ["only the bridge ever speaks", bridges({ bridge: on }), "", true, "ready"],
    ["both are there", bridges({ bridge: { ...on, info } }), "online", false, "ready"],
    ["the player spoke first", bridges({}), "online", false, "open"],
    ["the player is away, and the bridge not heard yet", bridges({}), "offline", false, "open"],
    ["the player is away", bridges({ bridge: on }), "offline", false, "the player is offline"],
    [
      "of a fleet, one spoke that has others",
      bridges({ "bridge-0": { ...on, ...has("den") } }),
      "online",
      false,
      "open",
    ],
    [
      "of a fleet, any has it",
      bridges({ "bridge-0": { ...on, ...has("den") }, "bridge-1": { ...on, ...has("study") } }),
      "online",
      false,
      "ready",
    ],
    [
      "of a fleet, the one that has it is gone",
      bridges({ "bridge-0": { ...on, ...has("den") }, "bridge-1": { ...off, ...has("study") } }),
      "online",
      true,
      "bridge-1, which has the player, is offline",
    ],
  ])("%s", (_title, said, availability, isAllSaid, expected) => {
    const readiness = judgeReadiness({ bridges: said, availability }, "study", isAllSaid);
    expect(readiness.kind === "problem" ? readiness.problem : readiness.kind).toContain(expected);
  });

  it("lets what is for a player that is off go to one", () => {
    const said = { bridges: bridges({ bridge: { ...on, info } }), availability: "offline" };
    expect(judgeReadiness(said, "study", false, true)).toEqual({ kind: "ready" });
  });

  it.each([
    ["studi", "the bridge has no such player: did you mean study?"],
    ["conservatory", "the bridge has no such player: it has study, cellar"],
  ])("%s is nobody", (id, problem) => {
    expect(judgeReadiness({ bridges: bridges({ bridge: { ...on, info } }) }, id, false)).toEqual({
      kind: "problem",
      problem,
    });
  });

  function bridges(
    said: Readonly<Partial<Record<BridgeName, { readonly state?: string; readonly info?: string }>>>,
  ): Received["bridges"] {
    return new Map(
      (Object.entries(said) as [BridgeName, { state?: string; info?: string }][]).map(
        ([name, { info, ...rest }]) => [
          name,
          { ...rest, info: new Map(info === undefined ? [] : [[0, info]]) },
        ],
      ),
    );
  }
});
