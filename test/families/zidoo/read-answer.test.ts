import { type OwnResource, ownResources } from "../../../src/families/zidoo/operations.ts";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { musicTrack } from "../../../src/families/zidoo/track.ts";
import { queueAnswer } from "../../../src/families/zidoo/long-queue/map-queue.ts";
import { modelAnswer } from "../../../src/families/zidoo/map-model.ts";
import { powerAnswer } from "../../../src/families/zidoo/map-power.ts";
import { routingAnswer } from "../../../src/families/zidoo/map-routing.ts";
import { musicAnswer } from "../../../src/families/zidoo/music-answer.ts";
import { filmTracksAnswer, playlistAnswer, playStatusAnswer } from "../../../src/families/zidoo/map-video.ts";
import { statusAnswer } from "../../../src/families/zidoo/wire.ts";
import { payloads, readBody, routing, sampledResources, valueIn } from "./payloads.ts";

const others = ["model", "video", "playlist", "queue"] as const;

describe("the schemas of answers", () => {
  it.each(
    Object.entries({
      modelAnswer,
      playlistAnswer,
      playStatusAnswer,
      queueAnswer,
      routingAnswer,
      musicAnswer,
      powerAnswer,
      filmTracksAnswer,
      statusAnswer,
      musicTrack,
    }),
  )("are compiled: %s", (_name, schemaOf: () => z.ZodType) => {
    const schema = schemaOf();
    expect(() => z.compile(schema, { strict: true })).not.toThrow();
    expect(schema._zod.bag).toHaveProperty("validator");
  });
});

function saying(text: string): unknown {
  return expect.objectContaining({ text });
}

describe("a body's own status", () => {
  it.each<[number | string, object]>([
    [801, { kind: "unsupported" }],
    [804, { kind: "confused", reason: saying("body status 804") }],
    [806, { kind: "absent" }],
    [803, { kind: "refused", reason: saying("body status 803") }],
    [805, { kind: "refused", reason: saying("body status 805") }],
    [-1, { kind: "refused", reason: saying("body status -1") }],
    ["806", { kind: "absent" }],
  ])("%j is an answer, whatever was asked for", (status, answer) => {
    for (const resource of ownResources) expect(readBody(resource, { status })).toEqual(answer);
  });

  it("405 may deny what is specified, and denies what is not", () => {
    for (const resource of ownResources) {
      const isSpecified = ["model", "audio", "video", "playlist", "queue"].includes(resource);
      expect(readBody(resource, { status: 405 })).toEqual(
        isSpecified
          ? { kind: "refused", reason: saying("body status 405"), isDenial: true }
          : { kind: "unsupported" },
      );
    }
  });

  it.each(others)("overrides the rest of an answer for %s", (resource) => {
    expect(readBody(resource, { ...payloads[resource], status: 806 })).toEqual({ kind: "absent" });
  });

  it.each([803, 804, 805, 801, 405, "804"])("%j is not believed when lists come with it", (status) => {
    expect(readBody("audio", { ...routing, status })).toMatchObject({ kind: "reading" });
    const { inputData: _inputs, ...outputs } = routing;
    expect(readBody("audio", { ...outputs, status })).toMatchObject({ kind: "reading" });
  });

  it.each([802, 803, "803"])("%j is not believed when a video comes with it", (status) => {
    expect(readBody("video", { ...payloads.video, status })).toMatchObject({ kind: "reading" });
    expect(readBody("video", { status, video: {} })).toMatchObject({ kind: "refused" });
    expect(readBody("video", { ...payloads.video, status: 806 })).toMatchObject({ kind: "absent" });
  });

  it.each([null, {}, [804], "fine", "12345678901234567890"])("of %j says nothing", (status) => {
    expect(readBody("playlist", { ...payloads.playlist, status }).kind).toBe("reading");
  });

  it.each(sampledResources)("may be missing from %s", (resource) => {
    const { status: _status, ...rest } = payloads[resource];
    expect(readBody(resource, rest)).toMatchObject({ kind: "reading", reading: { resource } });
  });

  it("of a selection without lists is a refusal, even if it is 200", () => {
    expect(readBody("audio", { status: 200 })).toEqual({
      kind: "refused",
      reason: saying("body status 200 without inputs and outputs"),
    });
  });
});

describe("the volume of a video model", () => {
  const readText = (body: object) => readBody("videoVolume", JSON.stringify(body));

  it("is refused by an answer that has none, so that it is not asked for again", () => {
    expect(readText({ status: 200 })).toEqual({
      kind: "refused",
      reason: saying("body status 200 without volume of a video model"),
    });
  });
});

describe("a body that makes no sense", () => {
  const malformed: readonly (readonly [string, string | Buffer, string])[] = [
    ["nothing", "", "the answer is empty: expected JSON"],
    ["nothing but space", " \r\n", "the answer is empty: expected JSON"],
    ["nothing but a byte order mark", "\uFEFF", "the answer is empty: expected JSON"],
    ["a page", "\n<!DOCTYPE html><html>", 'the answer is not JSON: it begins with "<!DOCTYPE html><"'],
    ["cut off", '{"status":200,"in', 'the answer is not JSON: it begins with "{\\"status\\":200,\\"i"'],
    ["cut off in a large number", '{"a":12345678901234567890', "the answer is not JSON: it begins with"],
    ["no text at all", Buffer.of(0xff, 0x00, 0x1b), "the answer is not JSON: it begins with"],
    ["a list", "[1]", "the answer is not a JSON object"],
    ["a text", '"fine"', "the answer is not a JSON object"],
    ["null", "null", "the answer is not a JSON object"],
    ["an empty object", "{}", "the answer has none of the expected fields: {}"],
    [
      "about something else",
      '{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7}',
      "the answer has none of the expected fields: its fields are a, b, c, d, e, f",
    ],
  ];

  it.each(malformed)("is %s: a DeviceError with the reason", (_name, body, message) => {
    for (const resource of ownResources) {
      expect(() => readBody(resource, body)).toThrow(
        expect.objectContaining({
          name: "DeviceError",
          fault: "malformed",
          message: expect.stringContaining(message),
        }),
      );
    }
  });

  it("does not write control characters into its reason", () => {
    expect(() => readBody("audio", "\u001b[2J\u0000\n")).toThrow(/^[^\p{Cc}]+$/u);
  });
});

describe("the text of a body", () => {
  const text = JSON.stringify(payloads.model);
  const reading = { kind: "reading" };

  it.each([
    ["a zero byte behind it", Buffer.from(`${text}\0`)],
    ["a byte order mark", Buffer.from(`\uFEFF${text}`)],
  ])("may have %s", (_name, body) => {
    expect(readBody("model", body)).toMatchObject(reading);
  });

  it.each(ownResources.filter((name) => name !== "queue"))(
    "of more values than any %s has is refused in words",
    (resource) => {
      const body = `{"status":200,"array":[${"{},".repeat(40_000)}{}]}`;
      const max = resource === "playlist" ? 30_000 : 5000;
      expect(() => readBody(resource, body)).toThrow(`the answer has more than ${max} values`);
    },
  );

  it("with an endless number is refused in words", () => {
    const body = `{"status":200,"x":${"1".repeat(1_000_000)}}`;
    expect(() => readBody("audio", body)).toThrow("the answer has a number of more than 1000 digits");
  });

  it("that is nested without end is read, also with texts that have to be cleaned", () => {
    const nested = `${"[".repeat(20_000)}"\\u001b[2Jevil"${"]".repeat(20_000)}`;
    const body = `{"size":1,"playlist":[{"title":"\\u001b[31mOne","x":${nested}}]}`;
    const told = JSON.stringify(readBody("playlist", body));
    expect(told).toContain('"title":"One"');
  });

  it("that is long, and no queue of ordinary entries, is refused in words", () => {
    const wide = `{"total":1,"array":[{"deep":[${"{},".repeat(2_000_000)}{}]}]}`;
    expect(() => readBody("queue", wide)).toThrow("is not a regular queue");
  });
});

describe("numbers that a double cannot hold", () => {
  const hashes = '{"deep":[-5476376602750263008,{"x":12345678901234567890}],"small":42}';
  const bodies: Partial<Record<OwnResource, string>> = {
    video: `{"status":200,"video":{"status":1,"hash":${hashes}}}`,
    playlist: `{"playlist":[{"title":"One","hash":${hashes}}]}`,
    audio: `{"inputData":[{"tag":"A","hash":${hashes}}]}`,
    queue: `{"total":1,"array":[{"active":true,"hashcode":-5476376602750263008,"hash":${hashes}}]}`,
  };

  it.each(Object.entries(bodies))("keep every digit as text in %s", (resource, body) => {
    const told = JSON.stringify(readBody(resource as OwnResource, body, { fields: "all" }));
    // The status of a video is JSON in JSON.
    expect(told.replaceAll('\\"', '"')).toContain(
      '{"deep":["-5476376602750263008",{"x":"12345678901234567890"}],"small":42}',
    );
  });

  it("beside fractions, exponents and texts leave those as they are", () => {
    const body =
      '{"status":200,"video":{"status":1},"id":9007199254740993, "fraction":0.1234567890123456,' +
      '"power":1.5e3,"whole":9007199254740991,"text":"say \\"12345678901234567890\\", :12345678901234567890"}';
    expect(JSON.parse(valueIn("video", body).statusJson)).toMatchObject({
      id: "9007199254740993",
      fraction: 0.1234567890123456,
      power: 1500,
      whole: 9007199254740991,
      text: 'say "12345678901234567890", :12345678901234567890',
    });
  });

  it("may be numerous, and stand beside very long texts", () => {
    const numbers = Array.from({ length: 4000 }, () => "12345678901234567890").join(",");
    const text = 'x\\"'.repeat(3_000_000);
    const body = `{"status":200,"video":{"status":1,"numbers":[${numbers}],"text":"${text}"}}`;
    expect(readBody("video", body)).toMatchObject({ kind: "reading" });
  });

  it("do not make a queue of 10 MB malformed", () => {
    const entry = `{"id":12345678901234567890,"title":"${"x".repeat(1_000_000)}"}`;
    const body = `{"id":12345678901234567890,"total":10,"array":[${Array.from({ length: 10 }, () => entry).join(",")}]}`;
    const envelope = { id: "12345678901234567890", total: 10 };
    expect(readBody("queue", body, { fields: "all" })).toMatchObject({ reading: { value: { envelope } } });
  });

  it("do not make a body that never ends its texts take for ever", () => {
    const body = `{"a":12345678901234567890,"b":"${'\\"'.repeat(200_000)}`;
    expect(() => readBody("video", body)).toThrow("the answer is not JSON");
  });
});
