import { describe, expect, it } from "vitest";
import { choices, fields, level, list, number } from "../../page/values.ts";

describe("a reader of a topic", () => {
  it("finds no value where there is none", () => {
    const nothing = { topics: { "music/duration": "" } };
    expect([
      number(nothing, "music/duration"),
      number(nothing, "volume"),
      fields(nothing, "info"),
      list(nothing, "music/actions"),
      level(nothing, "volume"),
    ]).toEqual([undefined, undefined, {}, [], undefined]);
  });

  it.each(["{", "null", "7", '"x"', "<b>"])("takes %j for neither an object nor a list", (payload) => {
    const odd = { topics: { info: payload, "music/actions": payload, "volume/range": payload } };
    expect([fields(odd, "info"), list(odd, "music/actions"), level(odd, "volume")]).toEqual([
      expect.not.objectContaining({ model: expect.anything() }),
      [],
      undefined,
    ]);
  });

  it("finds the present option by its value", () => {
    const topics = {
      "audio/input": "BT",
      "audio/input/options": '[{"value":"BT","title":"TV","icon":"x"},{"value":"TV","title":"BT in"}]',
      "video/subtitle/name": "Deutsch",
      "video/subtitle/options": '[{"value":"off","title":"off"},{"value":"Deutsch","title":"German"}]',
      "display/show": "",
      "display/show/options": '[{"value":"off"},{"value":"meters"}]',
      "display/meters/options": '[{"value":"Oak","title":"Oak","picture":"x"}]',
    };
    const input = choices({ topics }, "audio/input");
    expect(input.current).toBe("BT");
    expect(input.options[0]).toEqual({ value: "BT", title: "TV", isEnabled: true, hasPicture: true });
    expect(choices({ topics }, "video/subtitle", "video/subtitle/name").current).toBe("Deutsch");
    expect(choices({ topics }, "display/meters").options[0]?.hasPicture).toBe(true);
    const shows = choices({ topics }, "display/show");
    expect([shows.current, shows.options.map(({ value }) => value)]).toEqual([undefined, ["off", "meters"]]);
  });

  it("has the range of a level, whose value may be unknown", () => {
    const topics = { "display/knob/range": '{"min":0,"max":7}' };
    expect(level({ topics }, "display/knob")).toEqual({ level: undefined, min: 0, max: 7 });
    expect(level({ topics: { ...topics, "display/knob": "3" } }, "display/knob")?.level).toBe(3);
  });
});
