import { OwnSettings, rootPath, type SettingsPage } from "./own-settings.ts";

const folder = "/SystemSettings/audioSettings";
const analog = `${folder}/xlrOutputOption`;
const subwoofer = `${folder}/subOutputOption`;

/** A page with a list of options, and the setter in it. */
function choice(currentIndex: number, setter: string, ...titles: readonly string[]): SettingsPage {
  return { status: 200, currentIndex, url: `${setter}?index=`, data: options(...titles) };
}

function switchOf(tag: string, title: string, setter: string, switchStatus: boolean): SettingsPage {
  return { title, option: 0, tag, contentTips: "", url: `${setter}?switch=`, switchStatus };
}

/** An entry that points to a page; one with options shows the title of the present one. */
function link(tag: string, title: string, url: string, selectTitle = ""): SettingsPage {
  return { title, option: selectTitle === "" ? 3 : 1, tag, url, selectTitle };
}

function playSwitch(name: string, title: string, switchStatus: boolean): SettingsPage {
  return switchOf(`SettingsItemTag${name}`, title, `/SystemSettings/playSettings/set${name}`, switchStatus);
}

function options(...titles: readonly string[]): object[] {
  return titles.map((title, index) => ({ index, title, itemDescription: "" }));
}

/** The settings tree of an audio player, with entries of every kind that players are known to have. */
const pages: Readonly<Record<string, SettingsPage>> = {
  [rootPath]: {
    status: 200,
    settings: [
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
          link("LineOutput", "Line-Ausgang", `${folder}/getLineOption`),
          link("SettingsItemTagMasterClock", "Taktgeber", `${folder}/getMasterClockList`, "Oven clock"),
          link("SettingsItemTagXLROutput", "XLR/RCA-Ausgang", `${folder}/getXlrOutputOption`),
          link("SettingsItemTagSubOutput", "Tieftöner", `${folder}/getSubOutputOption`),
        ],
      },
      {
        tag: "play",
        title: "Wiedergabe",
        items: [
          playSwitch("CDAutoPlay", "CD sofort abspielen", false),
          playSwitch("GallessnewPlay", "Ohne Pausen", true),
          playSwitch("EOSEngine", "Ursprüngliche Abtastrate", true),
        ],
      },
      // The players' own spelling.
      { tag: "laungaue", title: "Sprache", url: "/SystemSettings/getLanguageList" },
      { tag: "factoryReset", switchStatus: false, url: "/SystemSettings/system/setFactoryReset?index=" },
    ],
  },
  [`${folder}/getGainList`]: choice(1, `${folder}/setGain`, "Low", "Middle", "High"),
  [`${folder}/getMasterClockList`]: choice(
    0,
    `${folder}/setInputMasterClock`,
    "Oven clock",
    "75 Ω 10 MHz",
    "75 Ω 25 MHz",
  ),
  [`${folder}/getXlrOutputOption`]: {
    status: 200,
    items: [
      link(
        "SettingsItemTagXLROutputDacFilter",
        "Filter",
        `${analog}/getXlrOutputPcmFilterList`,
        "Slow, short",
      ),
      link("SettingsItemTagXlrRcacUpSampling", "Hochrechnen", `${analog}/getXlrOutputUpSamplingList`, "Off"),
    ],
  },
  // The names of lists and of their setters diverge.
  [`${analog}/getXlrOutputPcmFilterList`]: choice(
    2,
    `${analog}/setPcmFilter`,
    "Sharp",
    "Slow",
    "Slow, short",
    "Very slow",
  ),
  [`${analog}/getXlrOutputUpSamplingList`]: choice(
    0,
    `${analog}/setXlrOutputUpsampling`,
    "Off",
    "Twice",
    "Four times",
  ),
  [`${folder}/getSubOutputOption`]: {
    status: 200,
    items: [
      switchOf("SettingsItemTagSubSwitchEnable", "Tieftöner", `${subwoofer}/setSubSwitchEnable`, false),
      {
        title: "Pegel",
        option: 7,
        tag: "SettingsItemTagSubOutputVolumeOffset",
        url: `${subwoofer}/setSubOutputVolumeOffset?index=`,
        startTitle: "-15 dB",
        endTitle: "15 dB",
        currentTitle: "0 dB",
        currentProgress: 30,
        maxProgress: 60,
        selectTitle: "0 dB",
      },
    ],
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
  [`${folder}/lineOption/getBootVolumeList`]: choice(
    1,
    `${folder}/lineOption/setBootVolume`,
    "Low",
    "Last",
    "Middle",
  ),
};

export function newSettings(): OwnSettings {
  return new OwnSettings(Object.entries(pages));
}
