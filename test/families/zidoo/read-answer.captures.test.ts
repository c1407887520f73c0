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
const of = (resource: OwnResource): Capture[] => captures.filter((capture) => capture.resource === resource);
const valueOf = ({ resource, body }: Capture) =>
  valueIn(resource, body, { fields: "all" }) as unknown as Record<string, unknown>;

describe.skipIf(capturesFolder === "")(`captures of real players (else skipped: ${withoutCaptures})`, () => {
  it("are in the folder", () => {
    expect(captures).not.toEqual([]);
  });

  it.each(captures)("$name is a reading", (capture) => {
    expect(valueOf(capture)).toBeTypeOf("object");
  });

  it.each(of("model"))("$name reports model, firmware and both MACs", (capture) => {
    const { model, firmware, net_mac: mac, wif_mac: wifiMac } = capture.fields;
    expect(valueOf(capture)).toEqual({
      maker: "Zidoo",
      details: { pathPrefix: "Zidoo" },
      model,
      firmware,
      mac,
      wifiMac,
    });
  });

  it.each(of("audio"))("$name reports all inputs and outputs, and which are selected", (capture) => {
    const { fields } = capture;
    for (const [list, rows, index] of [
      ["input", fields["inputData"], fields["inputIndex"]],
      ["output", fields["outputData"], fields["outputIndex"]],
    ] as const) {
      const routing = valueOf(capture)[list] as { entries: { details: Fields }[]; current: { tag: string } };
      const told = rows as Fields[];
      expect(routing.current.tag).toBe(told[index as number]?.["tag"]);
      expect(routing.entries.map(({ details }) => Object.keys(details))).toEqual(
        told.map((row) => expect.arrayContaining(Object.keys(row)) as unknown),
      );
      expect(routing.entries.map(({ details }) => details["icon"])).toEqual(
        told.map((row) => expect.stringContaining(String(row["icon"])) as unknown),
      );
    }
    expect(valueOf(capture)["outputInfo"]).toMatchObject(fields["outputInfo"] as Fields);
  });

  it.each(of("music"))("$name reports music and volume", (capture) => {
    const { title, artist } = capture.fields["playingMusic"] as Fields;
    expect(valueOf(capture)).toMatchObject({
      playing: "playing",
      track: { title, artist },
      positionSeconds: Math.floor(Number(capture.fields["position"]) / 1000),
      durationSeconds: Math.round(Number(capture.fields["duration"]) / 1000),
    });
  });

  const lists = ["dacFilters", "upsamplings", "masterClocks", "meterStyles", "spectrumStyles"] as const;
  it.each(lists.flatMap(of))(
    "$name reports the options with their pictures, which is selected, and the setter",
    (capture) => {
      const { data, currentIndex, url } = capture.fields;
      const picture: unknown = expect.stringMatching(/^http.*iconName=t10_.*\.png$/);
      const options = (data as Fields[]).map(({ index, title, icon }) => ({
        index,
        title,
        ...(icon !== undefined && { picture }),
      }));
      expect(valueOf(capture)).toEqual({ options, current: currentIndex, handle: url });
    },
  );

  it.each(of("cdAutoplay"))("$name reports whether CDs play at once, and the setter", (capture) => {
    expect(valueOf(capture)).toMatchObject({
      current: 0,
      handle: "/SystemSettings/playSettings/setCDAutoPlay?switch=",
    });
  });

  it.each(of("power"))("$name reports every option", (capture) => {
    expect(valueOf(capture)).toEqual(capture.fields["data"]);
  });

  it.each(of("video"))("$name reports the film with every field", (capture) => {
    const { currentPosition, ...video } = capture.fields["video"] as Fields;
    const status = valueOf(capture);
    expect(JSON.parse(status["statusJson"] as string)).toEqual({ ...capture.fields, video });
    expect(status).toMatchObject({
      state: expect.stringMatching(/^(?:playing|paused)$/) as unknown,
      title: video["title"],
      codec: video["formt"],
      resolution: `${String(video["width"])}x${String(video["height"])}`,
      positionSeconds: Math.floor(Number(currentPosition) / 1000),
    });
  });
});
