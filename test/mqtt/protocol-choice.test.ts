import { describe, expect, it } from "vitest";
import { type Attempt, firstChoice, isDetour, nextChoice } from "../../src/mqtt/protocol-choice.ts";

/** The versions tried, one before each attempt and one after all; `!` marks those tried at once. */
function versions(protocol: "auto" | "5" | "4", attempts: readonly Attempt[]): string {
  let choice = firstChoice(protocol);
  const tried = [`${choice.version}`];
  for (const attempt of attempts) {
    choice = nextChoice(choice, attempt);
    tried.push(`${choice.version}${isDetour(choice) ? "!" : ""}`);
  }
  return tried.join(" ");
}

describe("the choice of the protocol version", () => {
  it.each<[string, Attempt[], string]>([
    ["begins with MQTT 5", [], "5"],
    ["keeps what was accepted", ["accepted", "other", "closed-early", "accepted"], "5 5 5 5 5"],
    ["tries 3.1.1 at once when 5 is refused", ["version-refused"], "5 4!"],
    [
      "remembers 3.1.1 when it worked",
      ["version-refused", "accepted", "other", "closed-early"],
      "5 4! 4 4 4",
    ],
    ["forgives one silent end", ["closed-early"], "5 5"],
    ["tries the other version after two silent ends in a row", ["closed-early", "closed-early"], "5 5 4!"],
    [
      "starts to count anew when something else went wrong",
      ["closed-early", "other", "closed-early"],
      "5 5 5 5",
    ],
    [
      "does not forget MQTT 5 for a proxy whose broker is down",
      ["closed-early", "closed-early", "closed-early", "closed-early", "closed-early", "other", "accepted"],
      "5 5 4! 5 5 4! 5 5",
    ],
    ["pauses when both are refused", ["version-refused", "version-refused"], "5 4! 5"],
    [
      "goes back to 5 when a broker that knew only 3.1.1 was replaced",
      ["version-refused", "accepted", "version-refused", "accepted"],
      "5 4! 4 5! 5",
    ],
  ])("%s", (_name, attempts, expected) => {
    expect(versions("auto", attempts)).toBe(expected);
  });

  it.each(["5", "4"] as const)("stays with %s when that is fixed", (protocol) => {
    const attempts: Attempt[] = ["version-refused", "closed-early", "closed-early", "accepted", "other"];
    expect(versions(protocol, attempts)).toBe(Array(6).fill(protocol).join(" "));
  });
});
