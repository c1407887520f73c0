import * as z from "zod";
import { type ChoiceList, withUniqueTitles } from "../../core/resources/choice-list.ts";
import type { Brightness } from "../../core/resources/display.ts";
import { once } from "../../lib/once.ts";
import { setterHandle } from "./setter-address.ts";
import { asNumber, listedOptions, number, type ReadContext, text, within } from "./wire.ts";

const brightnessAnswer = once(() =>
  z.compile(
    z.object({ currentValue: number, currentIndex: number, minValue: number, maxValue: number, url: text }),
  ),
);

/** Maps the brightness of the screen; undefined if the answer has no range, which differs between models. */
export function mapBrightness(json: object, context: ReadContext): Brightness | undefined {
  return brightnessOf(json, context, undefined);
}

/** The scale of the knob is the same on all known models, and not all of them report it. */
const knobMax = 255;

export function mapKnobBrightness(json: object, context: ReadContext): Brightness | undefined {
  return brightnessOf(json, context, knobMax);
}

function brightnessOf(
  json: object,
  { origin }: ReadContext,
  defaultMax: number | undefined,
): Brightness | undefined {
  const answer = brightnessAnswer().parse(json);
  const level = asNumber(answer.currentValue) ?? asNumber(answer.currentIndex);
  const min = asNumber(answer.minValue) ?? 0;
  const max = asNumber(answer.maxValue) ?? defaultMax;
  if (level === undefined || max === undefined || max <= min) return undefined;
  return { level: within(min, max, level), min, max, handle: setterHandle(answer.url, origin) };
}

const choiceListAnswer = once(() =>
  z.compile(z.object({ currentIndex: number, url: text, data: listedOptions(), items: listedOptions() })),
);

export function mapChoiceList(json: object, { origin }: ReadContext): ChoiceList | undefined {
  const { currentIndex, url, data, items } = choiceListAnswer().parse(json);
  const options = (data ?? items ?? []).map(({ index, title, name }, place) => {
    const own = asNumber(index) ?? place;
    return { index: own, title: title ?? name ?? String(own) };
  });
  if (options.length === 0) return undefined;
  return {
    options: withUniqueTitles(options),
    current: asNumber(currentIndex),
    handle: setterHandle(url, origin),
  };
}
