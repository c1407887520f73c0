import { expect, it } from "vitest";
import { findOption } from "../../../src/core/controls/choose.ts";
import { controlSupport } from "../../../src/core/controls/table.ts";
import { choiceLists } from "../../../src/core/resources/choice-list.ts";
import { currentModeTitle } from "../../../src/core/resources/film-modes.ts";
import { newSession } from "../../../src/core/session/new-session.ts";
import { withDue } from "../../../src/core/session/session.ts";
import { offSwitch, styles, unlimited } from "../sample-player.ts";
import { profile } from "../samples.ts";
import { without } from "./decided.ts";

it("an option is found by its title in either Unicode form, before those in another case", () => {
  const options = ["Café", "CAFÉ", "Thé"].map((title, index) => ({ index, title }));
  const found = ["Cafe\u0301", "CAFE\u0301", "tHE\u0301", "cafe\u0301"].map((word) =>
    findOption(options, word),
  );
  expect(found.map((option) => option?.index)).toEqual([0, 1, 2, undefined]);
});

it("a list may have none of its options selected", () => {
  const spectrum = { ...styles, current: 7 };
  const { topics, summary } = choiceLists.spectrumStyles;
  expect(topics["display/spectrum"].payload(spectrum, {}, unlimited)).toBe("");
  expect([summary(spectrum), summary(styles)]).toEqual(["2", "Walnut"]);
  const { "sound/cd-autoplay": autoplay } = choiceLists.cdAutoplay.topics;
  const said = [0, 1, undefined].map((current) => autoplay.payload({ ...offSwitch, current }, {}, unlimited));
  expect(said).toEqual(["off", "on", ""]);
  expect(currentModeTitle(without("zooms"), "zooms")).toBe("");
});

it("a resource that the owner has not enabled is off, and never due", () => {
  const session = newSession(0, { profile: { ...profile, withoutResources: ["playModes"] } });
  expect(controlSupport(session, "video/play-mode")).toBe("off");
  expect(withDue(session, 5, ["playModes"]).resources.playModes.dueAt).toBe(Number.POSITIVE_INFINITY);
});
