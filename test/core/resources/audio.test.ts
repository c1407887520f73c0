import { expect, it } from "vitest";
import { audio as routing, type AudioContext, displayNames } from "../../../src/core/resources/audio.ts";
import { videoVolume } from "../../../src/core/resources/video-volume.ts";
import { music, player } from "../sample-player.ts";
import { settled } from "../samples.ts";

it.each<[string, [tag?: string, name?: string][], string[]]>([
  [
    "its own name",
    [
      ["A", " Desk "],
      ["B", "B"],
    ],
    ["Desk", "B"],
  ],
  ["its tag without a name", [["A"], ["B", " "], []], ["A", "B", ""]],
  [
    "its tag beside the name of another",
    [
      ["A", "TV"],
      ["B", "TV"],
      ["B", "TV"],
      ["B", "TV"],
    ],
    ["TV", "TV (B)", "TV (B 2)", "TV (B 3)"],
  ],
  [
    "its tag beside the tag of another",
    [
      ["A", "B"],
      ["B", "TV"],
    ],
    ["B (A)", "TV"],
  ],
  ["its tag beside a name that means no value", [["A", "None"]], ["None (A)"]],
])("an input is shown by %s", (_by, rows, names) => {
  expect(displayNames(rows.map(([tag, name]) => ({ tag, name })))).toEqual(names);
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
