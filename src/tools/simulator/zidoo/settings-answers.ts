import type { Verdict } from "./music-answers.ts";
import type { OwnSettings } from "./own-settings.ts";
import { numberOf } from "./query.ts";

const folder = "/SystemSettings/audioSettings";
const gains = ["Low", "Middle", "High"];
const filters = ["Fast", "Slow", "Apodizing", "2031"];

export function settingsRoot({ balance, isUpsampling, extras }: OwnSettings): object {
  return {
    status: 200,
    data: [
      {
        tag: "audio",
        title: "Klang",
        items: [
          { tag: "gain", title: "Verstärkung", url: `${folder}/getGainList` },
          {
            tag: "upsampling",
            title: "Upsampling",
            switchStatus: isUpsampling,
            url: `${folder}/setUpsampling?switchStatus=`,
          },
          {
            tag: "balance",
            minValue: -10,
            maxValue: 10,
            currentValue: balance,
            setUrl: `${folder}/setBalance?index=`,
          },
          { tag: "output", outputInfo: { setUrl: `${folder}/getOutputSettings` } },
        ],
      },
      // The players' own spelling.
      { tag: "laungaue", title: "Sprache", url: "/SystemSettings/getLanguageList" },
      { tag: "factoryReset", switchStatus: false, url: "/SystemSettings/system/setFactoryReset?index=" },
      ...extras,
    ],
  };
}

export function gainPage({ gain }: OwnSettings): object {
  return {
    status: 200,
    currentIndex: gain,
    url: `${folder}/setGain?index=`,
    data: gains.map((title, index) => ({ index, title })),
  };
}

export function outputPage({ filter }: OwnSettings): object {
  const options = filters.map((title, index) => ({ index, title }));
  return {
    status: 200,
    data: [
      { tag: "filter", currentIndex: filter, options, url: `${folder}/setFilter` },
      { tag: "back", url: "/SystemSettings/getSystemSettings" },
    ],
  };
}

export function setGain(settings: OwnSettings, query: URLSearchParams): Verdict {
  const index = numberOf(query, "index");
  if (index === undefined || gains[index] === undefined) return 805;
  settings.gain = index;
  return 200;
}

export function setFilter(settings: OwnSettings, query: URLSearchParams): Verdict {
  const index = numberOf(query, "index");
  if (index === undefined || filters[index] === undefined) return 805;
  settings.filter = index;
  return 200;
}

export function setBalance(settings: OwnSettings, query: URLSearchParams): Verdict {
  const index = numberOf(query, "index");
  if (index === undefined || Math.abs(index) > 10) return 805;
  if (!settings.ignoresBalance) settings.balance = index;
  return 200;
}

export function setUpsampling(settings: OwnSettings, query: URLSearchParams): Verdict {
  const status = numberOf(query, "switchStatus");
  if (status !== 0 && status !== 1) return 805;
  settings.isUpsampling = status === 1;
  return 200;
}
