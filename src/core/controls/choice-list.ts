import {
  type ChoiceList,
  type ChoiceListLeaf,
  type ChoiceListName,
  choiceListNames,
  choiceLists,
  selectedOption,
} from "../resources/choice-list.ts";
import { findOption, unknownOption } from "./choose.ts";
import { type Control, defineControl, failed, oneOf, unchanged } from "./control.ts";
import { act } from "./effect.ts";
import type { KnownPlayer } from "./known-player.ts";
import { resourceTitle } from "../resources/player.ts";
import { type Phrase, translatable } from "../../lib/phrase.ts";

function choiceListControl(resource: ChoiceListName): Control {
  const { setter: operation, ...setting } = choiceLists[resource];
  const noun = resourceTitle(resource);
  const listOf = ({ player }: KnownPlayer): ChoiceList | undefined => player[resource];
  const anyOption = {
    expected: "the index or the title of one of the options",
    read: (request: string): string => request,
  };
  return defineControl<string>({
    ...("isSwitch" in setting ? oneOf("on", "off") : anyOption),
    resource,
    operations: [operation],
    fresh: [resource],
    decide: (request, session) => {
      const list = listOf(session);
      if (list === undefined)
        return failed(
          translatable("unreported.options", "the player has not reported what it offers as {noun}", {
            noun,
          }),
        );
      const found = findOption(list.options, request);
      if (found === undefined) return unknownOption(noun, request, list.options);
      const { index } = found;
      if (list.current === index) return unchanged;
      return act(
        { operation, index, handle: list.handle },
        {
          proof: resource,
          isShown: (later) => listOf(later)?.current === index,
          shown: (later) => shownOption(listOf(later)),
        },
      );
    },
  });
}

function shownOption(list: ChoiceList | undefined): string | Phrase {
  return (list && selectedOption(list)?.title) ?? translatable("shown.other-option", "another option");
}

export const controlsOfChoiceLists = Object.fromEntries(
  choiceListNames.map((name) => [choiceLists[name].leaf, choiceListControl(name)]),
) as Readonly<Record<ChoiceListLeaf, Control>>;
