import { describe, expect, it } from "vitest";
import { chooseLanguage } from "../../page/language.ts";

describe("the language of the page", () => {
  it.each([
    [["de-AT", "en"], { language: "de", tag: "de-AT" }],
    [["is-IS", "fr-CA"], { language: "fr", tag: "fr-CA" }],
    [["zh-Hant-TW"], { language: "zh", tag: "zh-Hant-TW" }],
    [["en-US", "de"], { language: "en", tag: "en-US" }],
    [["is", "constructor"], { language: "en", tag: "en" }],
    [[], { language: "en", tag: "en" }],
  ])("for a browser that wants %j is %j", (wanted, chosen) => {
    expect(chooseLanguage(wanted)).toEqual(chosen);
  });
});
