import type { ChoiceList } from "../../core/resources/choice-list.ts";
import type { Brightness } from "../../core/resources/display.ts";
import { setterHandle } from "./setter-address.ts";
import {
  answerOf,
  asNumber,
  listOf,
  number,
  optionFields,
  optionsIn,
  type ReadContext,
  text,
  within,
} from "./wire.ts";

const brightnessAnswer = answerOf(() => ({
  currentValue: number,
  currentIndex: number,
  minValue: number,
  maxValue: number,
  url: text,
}));

/** The scale of the knob is the same on all known models, and not all of them report it. */
const knobMax = 255;

export function mapKnobBrightness(json: object, context: ReadContext): Brightness | undefined {
  return mapBrightness(json, context, knobMax);
}

/** Undefined if the answer has no range, which differs between models for the screen. */
export function mapBrightness(
  json: object,
  { origin }: ReadContext,
  defaultMax?: number,
): Brightness | undefined {
  const answer = brightnessAnswer().parse(json);
  const level = asNumber(answer.currentValue) ?? asNumber(answer.currentIndex);
  const min = asNumber(answer.minValue) ?? 0;
  const max = asNumber(answer.maxValue) ?? defaultMax;
  if (level === undefined || max === undefined || max <= min) return undefined;
  return { level: within(min, max, level), min, max, handle: setterHandle(answer.url, origin) };
}

const choiceListAnswer = answerOf(() => ({
  currentIndex: number,
  url: text,
  data: listOf(optionFields),
  items: listOf(optionFields),
}));

export function mapChoiceList(json: object, { origin }: ReadContext): ChoiceList | undefined {
  const { currentIndex, url, data, items } = choiceListAnswer().parse(json);
  const options = optionsIn(data ?? items, { origin });
  if (options.length === 0) return undefined;
  return { options, current: asNumber(currentIndex), handle: setterHandle(url, origin) };
}
