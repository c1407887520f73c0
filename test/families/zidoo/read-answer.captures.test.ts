import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type OwnResource, ownResources, readPath } from "../../../src/families/zidoo/operations.ts";
import { capturesFolder, withoutCaptures } from "../../support/captures-folder.ts";
import { type Fields, valueIn } from "./payloads.ts";

/** The resource that is read by an operation: a capture's name begins with it. */
const readBy = (operation: string): OwnResource | undefined =>
  ownResources.find((name) => name !== "settings" && readPath("", name).split(/[/?]/).includes(operation));

interface Capture {
  readonly name: string;
  readonly resource: OwnResource;
  readonly body: Buffer;
  readonly fields: Fields;
}

function findCaptures(): Capture[] {
  if (capturesFolder === "") return [];
  return readdirSync(capturesFolder).flatMap((name) => {
    const resource = readBy(name.split(".")[0] ?? "");
    if (resource === undefined || !name.endsWith(".json")) return [];
    const body = readFileSync(join(capturesFolder, name));
    return [{ name, resource, body, fields: JSON.parse(body.toString()) as Fields }];
  });
}

const captures = findCaptures();
const picture: unknown = expect.stringMatching(/^http.*iconName=t10_.*\.png$/);

/** The options with their pictures, which is selected, and the setter. */
const choices = ({ data, currentIndex, url }: Fields): object => ({
  options: (data as Fields[]).map(({ index, title, icon }) => ({
    index,
    title,
    ...(icon !== undefined && { picture }),
  })),
  current: currentIndex,
  handle: url,
});

/** An object with these fields, among others. */
const having = (fields: Fields): unknown => expect.objectContaining(fields);

/** Each entry has its own fields, and its icon as an address. */
const entries = (rows: Fields[], index: number): unknown =>
  having({
    current: having({ tag: rows[index]?.["tag"] }),
    entries: rows.map(({ icon, selecticon: _selected, ...row }) =>
      having({ details: having({ ...row, icon: expect.stringContaining(String(icon)) }) }),
    ),
  });

/** What a capture must be read as. */
const expected: Readonly<Partial<Record<OwnResource, (fields: Fields) => unknown>>> = {
  model: ({ model, firmware, net_mac: mac, wif_mac: wifiMac }) => ({
    maker: "Zidoo",
    details: { pathPrefix: "Zidoo" },
    model,
    firmware,
    mac,
    wifiMac,
  }),
  audio: ({ inputData, inputIndex, outputData, outputIndex, outputInfo }) =>
    having({
      input: entries(inputData as Fields[], inputIndex as number),
      output: entries(outputData as Fields[], outputIndex as number),
      outputInfo: having(outputInfo as Fields),
    }),
  music: ({ playingMusic, position, duration }) => {
    const { title, artist } = playingMusic as Fields;
    return having({
      playing: "playing",
      track: having({ title, artist }),
      positionSeconds: Math.floor(Number(position) / 1000),
      durationSeconds: Math.round(Number(duration) / 1000),
    });
  },
  dacFilters: choices,
  upsamplings: choices,
  masterClocks: choices,
  meterStyles: choices,
  spectrumStyles: choices,
  cdAutoplay: () => having({ current: 0, handle: "/SystemSettings/playSettings/setCDAutoPlay?switch=" }),
  power: ({ data }) => data,
  video: ({ video }) => {
    const { title, formt: codec, width, height, currentPosition } = video as Fields;
    const positionSeconds = Math.floor(Number(currentPosition) / 1000);
    return having({ title, codec, resolution: `${String(width)}x${String(height)}`, positionSeconds });
  },
};

describe.skipIf(capturesFolder === "")(`captures of real players (else skipped: ${withoutCaptures})`, () => {
  it("are in the folder", () => {
    expect(captures).not.toEqual([]);
  });

  it.each(captures)("$name is a reading, with what the player says", ({ resource, body, fields }) => {
    expect(valueIn(resource, body, { fields: "all" })).toEqual(expected[resource]?.(fields) ?? having({}));
  });
});
