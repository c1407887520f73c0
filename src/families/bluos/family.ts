import type { Family } from "../family.ts";
import { readModel } from "../read-model.ts";
import { longestDeadlineMs } from "../http/http.ts";
import { ownCalls } from "./calls.ts";
import { BluosClient } from "./client.ts";
import { discovery } from "./discovery.ts";
import { bluosRules, ownResources } from "./rules.ts";

/** A change of a group asks two players until both show it. */
const requestsOfLongestStep = 4;

const open: Family["open"] = (options) => new BluosClient(options);

/** Players that work with BluOS: Bluesound, NAD, DALI, Monitor Audio, Roksan and Cyrus. */
export const bluos: Family = {
  name: "bluos",
  defaultPort: 11_000,
  // They have no standby, and no packet wakes them.
  wakePorts: [],
  discovery,
  rules: bluosRules,
  resources: ownResources,
  calls: ownCalls,
  browses: [],
  unverified: { resources: [], calls: [], browses: [] },
  settings: [],
  longestStepMs: (timeoutMs) => requestsOfLongestStep * longestDeadlineMs(timeoutMs),
  publicTexts: {
    words: ["bluos", "bluesound", "capture", "localmusic", "images", "artwork"],
    titleKeys: /^(?:(?:twoline_)?title\d|name|text|group(?:name)?|art|alb|fn|(?:song|album|artist)id)$/i,
    isOwnPath: (text) => /^\/(?:images|Artwork|Action|Load|audiomodes|alsa_setting|setting)\b/.test(text),
  },
  identify: (options, signal) => readModel(open, options, signal),
  open,
};
