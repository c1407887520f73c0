import { withUniqueTitles } from "../../../src/core/resources/choice-list.ts";
import { describe, expect, it } from "vitest";
import { parseJson } from "../../../src/families/http/parse-json.ts";
import { cpuMs } from "../../support/cpu-ms.ts";
import { readBody } from "./payloads.ts";

const valueOf = (resource: Parameters<typeof readBody>[0], text: string): unknown => {
  const answer = readBody(resource, Buffer.from(text));
  return answer.kind === "reading" ? answer.reading.value : answer.kind;
};

describe("an odd value", () => {
  it.each(["NaN", "-NaN", "Infinity", "-Infinity", "nan", "-inf", "undefined"])(
    "%s instead of a number costs its field only",
    (word) => {
      const text = `{"state":3,"position":${word},"duration":200000,"playingMusic":{"title":"NaN, ${word}:"}}`;
      expect(valueOf("music", text)).toMatchObject({
        playing: "playing",
        positionSeconds: undefined,
        durationSeconds: 200,
        track: { title: `NaN, ${word}:` },
      });
    },
  );

  it("with a raw control character costs that character only", () => {
    const text =
      '{"state":3,"playingMusic":{"title":"So\u0001ng\u0000","artist":"a\\"b\u001b[2J\\\\"},"duration":NaN}';
    expect(valueOf("music", text)).toMatchObject({
      playing: "playing",
      track: { title: "Song", artist: 'a"b\\' },
    });
  });

  it("does not make other faults good", () => {
    for (const text of ['{"a":1', "{a:1}", '{"a":NaNo}', '{"a":"open', "{'a':1}", "NaN,"])
      expect(() => parseJson(Buffer.from(text), true)).toThrow("not JSON");
    const long = `{"a":NaN,"b":"${"x".repeat(1_100_000)}"}`;
    expect(() => parseJson(Buffer.from(long), false)).toThrow("not JSON");
  });

  it("that is an endless text of spaces takes no time", () => {
    const spaces = `${" ".repeat(500_000)}x`;
    const playingMusic = { replayGain: spaces, bitrate: spaces };
    const text = JSON.stringify({ state: 3, dspActive: true, playingMusic });
    expect(valueOf("music", text)).toMatchObject({ sound: { hasDoubt: true } });
    const option = { index: 3, title: spaces };
    expect(withUniqueTitles([option])).toEqual([option]);
  });

  it("of a position, duration, total, range or tag is not published as it comes", () => {
    expect(valueOf("music", '{"state":3,"position":1e297,"duration":1e297}')).toMatchObject({
      positionSeconds: undefined,
      durationSeconds: undefined,
    });
    expect(valueOf("video", '{"status":200,"video":{"status":1,"currentPosition":1e297}}')).toMatchObject({
      positionSeconds: undefined,
    });
    expect(valueOf("queue", '{"start":0,"total":-4,"array":[{"title":"One"}]}')).toMatchObject({ total: 1 });
    const volume = '{"state":3,"volumeData":{"currenttVolume":5,"minVolume":9,"maxVolume":3}}';
    expect(valueOf("music", volume)).toMatchObject({ volume: undefined });
    const options = '{"status":200,"data":[{"tag":"","name":"Nothing"},{"tag":" "},{"name":"?"},{"tag":7}]}';
    expect(valueOf("power", options)).toEqual([{ tag: "7", name: "7" }]);
  });
});

it.each(['"\\"', '"\\\\"', "\\", '"'])("repairing an endless text of %s takes no time", async (piece) => {
  const body = Buffer.from(`{"a":"${piece.repeat(300_000)}`.slice(0, 1_000_000));
  const repair = (): unknown => parseJson(body, true);
  expect(await cpuMs(() => expect(repair).toThrow("not JSON"))).toBeLessThan(5000);
});
