import type * as z from "zod";
import {
  type AudioRouting,
  displayNames,
  type Routing,
  type RoutingEntry,
} from "../../core/resources/audio.ts";
import type { JsonObject } from "../../core/resources/json.ts";
import { sanitizeJson } from "../http/parse-json.ts";
import { answerOf, asNumber, flag, listOf, number, part, type ReadContext, text } from "./wire.ts";

/** The fields of an output. */
const row = { name: text, tag: text, enable: flag, icon: text, selecticon: text };

/** The answer of the listing and of both selections. */
export const routingAnswer = answerOf(() => ({
  status: number,
  // `enable` is not documented for inputs; it means the same as for outputs.
  inputData: listOf({ ...row, historyName: text, isEdit: flag, index: number }),
  inputIndex: number,
  outputData: listOf(row),
  outputIndex: number,
  outputInfo: part({
    vidPid: text,
    name: text,
    format: text,
    sampleRate: text,
    infolist: listOf({ title: text, value: text }),
    isConnect: flag,
    setUrl: text,
    title: text,
    option: number,
  }),
}));

type RoutingAnswer = z.infer<ReturnType<typeof routingAnswer>>;

type Row = NonNullable<RoutingAnswer["outputData"]>[number];

export function mapRouting(json: object, { origin }: ReadContext): AudioRouting | undefined {
  const answer = routingAnswer().parse(json);
  const { inputData, outputData } = answer;
  if (inputData === undefined && outputData === undefined) return undefined;
  return {
    input: mapList(inputData ?? [], asNumber(answer.inputIndex), origin),
    output: mapList(outputData ?? [], asNumber(answer.outputIndex), origin),
    outputInfo: mapOutputInfo(answer.outputInfo),
  };
}

function mapList(rows: readonly Row[], index: number | undefined, origin: string): Routing {
  const names = displayNames(rows);
  const entries = rows.map((row, place) => mapRow(row, names[place] ?? "", origin));
  // The index counts the whole list, including disabled and unusable entries.
  const current = entries.find((entry, place) => place === index && hasTag(entry));
  return { entries: entries.filter(hasTag), current };
}

function hasTag(entry: RoutingEntry): boolean {
  return entry.tag !== "";
}

function mapRow(row: Row, displayName: string, origin: string): RoutingEntry {
  const details = sanitizeJson(row, {
    icon: absolute(row.icon, origin),
    selecticon: absolute(row.selecticon, origin),
  });
  return { tag: row.tag ?? "", name: row.name ?? "", displayName, enabled: row.enable ?? true, details };
}

/** A path that needs no escaping in an address, as all known players send it. */
const plainPath = /^(?:\/[\w-][\w.-]*)+(?:\?[\w.=&-]*)?$/;

/** The absolute address of an icon; null if the player itself does not serve it. */
function absolute(path: string | undefined, origin: string): string | null | undefined {
  if (path === undefined || path === "") return undefined;
  // Parsing a dozen addresses took a third of the time of reading a selection's answer.
  if (plainPath.test(path)) return `${origin}${path}`;
  if (!URL.canParse(path, origin)) return null;
  const url = new URL(path, origin);
  return url.origin === origin ? url.href : null;
}

function mapOutputInfo(info: RoutingAnswer["outputInfo"]): JsonObject {
  if (info === undefined) return {};
  const formatLines = (info.format ?? "").split(/\r?\n/).filter((line) => line.trim() !== "");
  return sanitizeJson(info, { formatLines });
}
