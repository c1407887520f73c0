import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { audio as routing, type AudioContext, displayNames } from "../../../src/core/resources/audio.ts";
import { videoVolume } from "../../../src/core/resources/video-volume.ts";
import { music, player } from "../sample-player.ts";
import { settled } from "../samples.ts";

describe("display names", () => {
  // Each entry is its name and its tag.
  it.each<[string, string[], string[]]>([
    ["are the player's own", ["TV:EARC", "Radio:BT"], ["TV", "Radio"]],
    ["are trimmed", [" TV :EARC"], ["TV"]],
    ["are the tag where there is none", ["EARC", " :BT"], ["EARC", "BT"]],
    ["show the tag from the second of a kind on", ["USB:USB", "USB:USB2"], ["USB", "USB (USB2)"]],
    ["are counted where the tag is shared too", ["A:T", "A:T", "A:T"], ["A", "A (T)", "A (T 2)"]],
    ["leave a name to the entry that has it as its tag", ["USB:USB2", "USB:USB"], ["USB (USB2)", "USB"]],
    ["never are another's tag", ["TV:HDMI", "HDMI:IIS"], ["TV", "HDMI (IIS)"]],
    ["never read as no value", ["None:X", "none:Y"], ["None (X)", "none (Y)"]],
    ["mind names that look like made ones", ["A (T):U", "A:V", "A:T"], ["A (T)", "A", "A (T 2)"]],
  ])("%s", (_name, rows, names) => {
    const entries = rows.map((row) => {
      const [tag = "", name] = row.split(":").toReversed();
      return { name, tag };
    });
    expect(displayNames(entries)).toEqual(names);
  });

  it("are unique, and choose by name what was meant, in any list with unique tags", () => {
    const word = fc.constantFrom("A", "B", "C", "a", "A (B)", "A (B 2)", "None", "");
    const rows = fc.uniqueArray(fc.record({ name: word, tag: word }), { selector: ({ tag }) => tag });
    fc.assert(
      fc.property(rows, (list) => {
        const names = displayNames(list);
        expect(new Set(names).size).toBe(list.length);
        for (const [index, name] of names.entries()) {
          const meant = list.find(({ tag }) => tag === name);
          expect(meant === undefined || meant.tag === "" || meant === list[index]).toBe(true);
        }
      }),
    );
  });

  it("of a hundred thousand entries of one name do not take for ever", () => {
    const names = displayNames(Array.from({ length: 100_000 }, () => ({ name: "A", tag: "T" })));
    expect(new Set(names).size).toBe(100_000);
  });
});

it("the music state tells of inputs by its mark, and of a volume by its own", () => {
  const { audio } = player;
  const marked = { ...music, routingMark: "1" };
  const impliedBy = (known: AudioContext["player"], routingMark?: string) =>
    routing.impliedBy({ player: known, memory: { routingMark } });
  expect(impliedBy({ audio, music: marked }, "1")).toBe("music");
  for (const [known, mark] of [
    [{ audio, music: marked }, "2"],
    [{ audio, music }],
    [{ audio }, "1"],
    [{ music: marked }, "1"],
  ] as const)
    expect(impliedBy(known, mark)).toBeUndefined();
  expect(videoVolume.impliedBy(settled())).toBe("music");
  expect(
    videoVolume.impliedBy(settled({ player: { music: { ...music, volume: undefined } } })),
  ).toBeUndefined();
});
