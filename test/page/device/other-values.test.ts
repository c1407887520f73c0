import { describe, expect, it } from "vitest";
import { otherProperties } from "../../../page/device/other-values.ts";
import { renderDescription } from "../../../src/core/topics/description.ts";
import { render } from "../../../src/core/topics/render.ts";
import { settled, target } from "../../core/samples.ts";

const session = settled();
const topics = Object.fromEntries(
  render(target, undefined, session).map(({ leaf, payload }) => [leaf, String(payload)]),
);
const described = (properties: object): string => JSON.stringify({ version: 99, properties, more: [] });

describe("a property without a place of its own", () => {
  it("is shown as this bridge describes it, with the widget of its kind", () => {
    const found = otherProperties(renderDescription(session, 100_000), { topics });
    expect(found.map(({ topic, widget }) => [topic, widget.kind])).toEqual(
      expect.arrayContaining([
        ["battery", "text"],
        ["music/shuffle", "switch"],
        ["music/repeat", "menu"],
        ["group/volume", "slider"],
      ]),
    );
    expect(found.map(({ topic }) => topic)).not.toContain("audio/input");
    expect(found.find(({ topic }) => topic === "battery")).toMatchObject({ title: "Battery", unit: "%" });
  });

  it.each([
    [
      { kind: "number", set: {}, range: { min: 0, max: 9 } },
      { kind: "slider", level: { level: 3, min: 0, max: 9 } },
    ],
    [
      { kind: "number", set: {}, rangeTopic: "x/range" },
      { kind: "slider", level: { level: 3, min: 1, max: 7 } },
    ],
    [{ kind: "number", set: {} }, { kind: "text" }],
    [
      { kind: "choice", set: {}, options: "x/options" },
      { kind: "menu", choices: { current: "3" } },
    ],
    [
      { kind: "choice", set: { words: ["3", "4"] } },
      { kind: "menu", choices: { current: "3" } },
    ],
    [{ kind: "flag" }, { kind: "text" }],
  ])("that is described as %j has the widget %j", (property, widget) => {
    const values = { x: "3", "x/range": '{"min":1,"max":7}', "x/options": '[{"value":"3","title":"Three"}]' };
    const found = otherProperties(described({ x: { title: "<b>X", ...property } }), { topics: values });
    expect(found).toMatchObject([{ topic: "x", title: "<b>X", widget }]);
  });

  it.each([
    ["no description", ""],
    ["what is no JSON", "nonsense"],
    ["properties of another form", described([1, null])],
    ["a kind of tomorrow", described({ x: { kind: "hologram" } })],
    ["a property without a value", described({ y: { kind: "text" } })],
  ])("is not shown for %s", (_what, description) => {
    expect(otherProperties(description, { topics: { x: "3" } })).toEqual([]);
  });
});
