import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Option,
  optionCommand,
  optionsOf,
  optionState,
} from "../../../../src/extensions/home-assistant/discovery/options.ts";
import { renderAll, withoutJinja } from "../../../home-assistant/jinja.ts";
import { anyRouting } from "../../../home-assistant/players.ts";

describe.skipIf(withoutJinja !== undefined)("the templates of a select", () => {
  it("map a tag to its option and back, whatever the devices are named", () => {
    const samples = fc.sample(anyRouting, { numRuns: 300, seed: 4 }).map((routing) => optionsOf(routing));
    const jobs: { template: string; value: string; wanted: string }[] = [];
    const add = (options: Option[], option: Option): void => {
      if (/\p{Cs}/u.test(option.tag)) return;
      jobs.push({ template: optionState(options), value: option.tag, wanted: option.text });
      const command = JSON.stringify({ tag: option.tag });
      jobs.push({ template: optionCommand(options, "tag"), value: option.text, wanted: command });
    };
    for (const options of samples) for (const option of options) add(options, option);
    const shown = renderAll(jobs);
    expect(shown.flatMap(({ warnings }) => warnings)).toEqual([]);
    expect(shown.map(({ text }) => canonical(text ?? ""))).toEqual(
      jobs.map(({ wanted }) => canonical(wanted)),
    );
    expect(jobs.length).toBeGreaterThan(500);
  });

  it("render a tag without an option as unknown, and pass on an option without a tag", () => {
    const options = [{ tag: "XLR", text: "Balanced" }];
    const [state, command] = renderAll([
      { template: optionState(options), value: "RCA" },
      { template: optionCommand(options, "tag"), value: "Line" },
    ]);
    expect(state?.text).toBe("None");
    expect(command?.text).toBe('{"tag":"Line"}');
  });
});

/** JSON reformatted as JavaScript writes it; other texts unchanged. */
function canonical(text: string): string {
  return text.startsWith('{"tag":') ? JSON.stringify(JSON.parse(text)) : text;
}
