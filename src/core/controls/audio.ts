import {
  type AudioContext,
  noRouting,
  type Routing,
  type RoutingEntry,
  selectedEntry,
  type Selector,
} from "../resources/audio.ts";
import { findEntry } from "./choose.ts";
import { act } from "./effect.ts";
import { type Control, defineControl, failed, quote, rejected } from "./control.ts";
import { translatable } from "../../lib/phrase.ts";

const selectorWords = {
  input: translatable("word.input", "input"),
  output: translatable("word.output", "output"),
} as const;

/** A selection is read back at this interval: the player's answer is no proof, and its list may be outdated at first. */
export const readBackMs = 1000;

/** Lists have trailed a selection by 1.8 seconds; after this time they are final. */
const listTrailsMs = 2500;

/** The request is sent even when the entry seems selected, since our routing may be outdated. */
function selectControl(selector: Selector): Control {
  return defineControl({
    field: "tag",
    expected: "a tag or a display name",
    about: "a tag or a display name; in JSON `tag` or `value`, also as a number",
    resource: "audio",
    operations: [selector === "input" ? "selectInput" : "selectOutput"],
    needed: ["audio"],
    read: (request) => request,
    takesMs: () => listTrailsMs,
    decide: (request, { player }) => {
      const { audio } = player;
      if (audio === undefined)
        return failed(translatable("unreported.offer", "the player has not reported what it offers"));
      const routing = audio[selector] ?? noRouting;
      const found = find(routing, request);
      if (found === undefined) {
        return rejected(
          translatable("tag.unknown", "unknown {selector}: the player has no {tag}, it offers {offer}", {
            selector: selectorWords[selector],
            tag: quote(request),
            offer: offer(routing),
          }),
        );
      }
      const { tag } = found;
      if (!found.enabled) {
        return rejected(
          translatable(
            "tag.disabled",
            "disabled {selector}: {tag} cannot be used now, the player offers {offer}",
            { selector: selectorWords[selector], tag: quote(nameOf(found, routing)), offer: offer(routing) },
          ),
        );
      }
      return act(
        { operation: selector === "input" ? "selectInput" : "selectOutput", tag },
        {
          proof: "audio",
          tag,
          wasAlreadySet: shows(player, selector, tag),
          isShown: (later) => shows(later.player, selector, tag),
          shown: (later) => {
            const current = selectedEntry(later.player, selector);
            return current === undefined
              ? translatable("shown.nothing-selected", "nothing selected")
              : nameOf(current, routing);
          },
          pollEveryMs: readBackMs,
          pollForMs: listTrailsMs,
        },
      );
    },
  });
}

/** Whether the routing shows the selection. Compared by tag, since an index means little in a list that changes. */
export function shows(player: AudioContext["player"], selector: Selector, tag: string): boolean {
  return selectedEntry(player, selector)?.tag === tag;
}

function find(routing: Pick<Routing, "entries">, request: string): RoutingEntry | undefined {
  return findEntry(routing.entries, request, ({ tag, displayName }) => [tag, displayName]);
}

function offer(routing: Routing): string {
  const usable = routing.entries.filter((entry) => entry.enabled);
  return usable.length === 0 ? "nothing" : usable.map((entry) => nameOf(entry, routing)).join(", ");
}

/** The name that people know, which selects the entry, too; the tag where the name would select another one. */
function nameOf({ tag, displayName }: RoutingEntry, routing: Pick<Routing, "entries">): string {
  return displayName !== "" && find(routing, displayName)?.tag === tag ? displayName : tag;
}

export const controlsOfAudio = {
  "audio/input": selectControl("input"),
  "audio/output": selectControl("output"),
};
