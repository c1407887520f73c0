import { OwnSettings, rootPath, type SettingsPage } from "./own-settings.ts";

const folder = "/SystemSettings/audioSettings";

function options(...titles: readonly string[]): object[] {
  return titles.map((title, index) => ({ index, title, itemDescription: "" }));
}

/** The settings tree of an audio player, with entries of every kind that players are known to have. */
const pages: Readonly<Record<string, SettingsPage>> = {
  [rootPath]: {
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
            switchStatus: false,
            url: `${folder}/setUpsampling?switchStatus=`,
          },
          {
            tag: "balance",
            minValue: -10,
            maxValue: 10,
            currentValue: 0,
            setUrl: `${folder}/setBalance?index=`,
          },
          { tag: "output", outputInfo: { setUrl: `${folder}/getOutputSettings` } },
          {
            tag: "LineOutput",
            title: "Line-Ausgang",
            option: 3,
            url: `${folder}/getLineOption`,
            selectTitle: "",
          },
        ],
      },
      // The players' own spelling.
      { tag: "laungaue", title: "Sprache", url: "/SystemSettings/getLanguageList" },
      { tag: "factoryReset", switchStatus: false, url: "/SystemSettings/system/setFactoryReset?index=" },
    ],
  },
  [`${folder}/getGainList`]: {
    status: 200,
    currentIndex: 1,
    url: `${folder}/setGain?index=`,
    data: options("Low", "Middle", "High"),
  },
  [`${folder}/getOutputSettings`]: {
    status: 200,
    data: [
      {
        tag: "filter",
        currentIndex: 2,
        options: options("Fast", "Slow", "Apodizing", "2031"),
        url: `${folder}/setFilter`,
      },
      { tag: "back", url: rootPath },
    ],
  },
  [`${folder}/getLineOption`]: {
    status: 200,
    items: [
      {
        title: "Lautstärke nach dem Start",
        option: 1,
        tag: "LineBootVolume",
        url: `${folder}/lineOption/getBootVolumeList`,
        selectTitle: "Last",
      },
      {
        title: "Höchste Lautstärke",
        option: 7,
        tag: "LineVolumeLimit",
        url: `${folder}/lineOption/setVolumeLimit?index=`,
        startTitle: "-80 dB",
        endTitle: "0 dB",
        currentTitle: "-20 dB",
        currentProgress: 60,
        maxProgress: 80,
        selectTitle: "-20 dB",
        itemSettings: {
          title: "",
          option: 0,
          tag: "LineVolumeLimitEnable",
          // The players' own spelling.
          url: `${folder}/lineOption/seVolumeLimitEnable?switch=`,
          switchStatus: true,
        },
      },
      {
        title: "Volle Lautstärke",
        option: 0,
        tag: "LinePassthrough",
        isSwitchOpenHint: true,
        contentTips: "The output plays at full volume.\n Are you sure?",
        url: `${folder}/lineOption/setPassthrough?switch=`,
        switchStatus: false,
      },
      {
        title: "Übergang",
        option: 3,
        tag: "LineCrossover",
        url: `${folder}/lineOption/setCrossover?index=%s&type=%s`,
        crossoverObj: { startTitle: "40 Hz", endTitle: "500 Hz", currentProgress: 40, maxProgress: 460 },
      },
    ],
  },
  [`${folder}/lineOption/getBootVolumeList`]: {
    status: 200,
    currentIndex: 1,
    url: `${folder}/lineOption/setBootVolume?index=`,
    data: options("Low", "Last", "Middle"),
  },
};

export function newSettings(): OwnSettings {
  return new OwnSettings(Object.entries(pages));
}
