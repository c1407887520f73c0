import { describe, expect, it } from "vitest";
import { idFor } from "../../../page/setup/player-id.ts";
import { speak } from "../../../page/texts.ts";
import english from "../../../page/languages/en.json" with { type: "json" };

describe("the id for a name", () => {
  it.each([
    ["Living room", [], "living-room"],
    ["Küche", [], "kuche"],
    ["Séjour n° 2", ["sejour-n-2"], "sejour-n-2-2"],
    ["Weiß", [], "weiss"],
    ["客厅", [], "sim-1"],
    ["Bridge", [], "sim-1"],
  ])("of %j, where %j are taken, is %j", (name, taken, id) => {
    expect(idFor(name, "sim-1", taken)).toBe(id);
  });

  it("writes umlauts as German does, on a German page", () => {
    speak(english, "de-AT");
    expect(idFor("Küche Öl", "sim-1", [])).toBe("kueche-oel");
    speak(english, "en-GB");
  });
});
