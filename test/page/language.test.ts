import { afterEach, describe, expect, it } from "vitest";
import { agoText, momentText } from "../../page/format.ts";
import { chooseLanguage, loadLanguage } from "../../page/language.ts";
import en from "../../page/languages/en.json" with { type: "json" };
import { currentLocale, numberText, speak } from "../../page/texts.ts";

describe("the language of the page", () => {
  const locale = currentLocale();
  afterEach(() => speak(en, locale));

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

  it.each([
    [["is", "de-CH"], "gerade eben"],
    [["en-GB"], "just now"],
    [["fr-CA", "fr"], "à l’instant"],
    [["zh-TW"], "刚刚"],
  ])("writes numbers and dates as in the region, for a browser that wants %j", async (wanted, now) => {
    const { language, tag } = chooseLanguage(wanted);
    const at = Date.UTC(2026, 2, 15, 18, 30);
    const time = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;
    const usual = (locale: string) => [
      new Intl.NumberFormat(locale).format(12_345.6),
      new Intl.RelativeTimeFormat(locale, { style: "short" }).format(-2, "hour"),
      new Intl.DateTimeFormat(locale, time).format(at),
    ];
    expect(await loadLanguage(wanted)).toBe(tag);
    expect([numberText(12_345.6), agoText(7_200_000), momentText(at, 0), agoText(0)]).toEqual([
      ...usual(tag),
      now,
    ]);
    // A region whose usage is that of its language alone would show nothing.
    expect(usual(tag)).not.toEqual(usual(language));
  });
});
