import type { ResourceName } from "../resources/player.ts";
import type { Phrase } from "../../lib/phrase.ts";
import type { Call, CallName } from "./call.ts";
import { type Control, defineControl, oneOf, unchanged, unknown } from "./control.ts";
import { act, type Decision } from "./effect.ts";
import type { KnownPlayer } from "./known-player.ts";

interface ValueSpec<Value extends string | boolean> extends Pick<Control, "words" | "expected" | "about"> {
  /** It is read before a request is decided, and shows its effect. */
  readonly resource: ResourceName;
  readonly operation: CallName;
  readonly offers?: Control["offers"];
  readonly read: (request: string) => Value | undefined;
  /** The value that the player shows, or the decision where it shows none. */
  readonly current: (session: KnownPlayer) => Value | Decision;
  readonly callFor: (value: Value) => Call;
  /** What the player shows instead; by default the word for its value. */
  readonly shown?: (session: KnownPlayer) => string | Phrase;
}

/** A control that sets one value, unless the player shows it already. */
export function valueControl<Value extends string | boolean>(spec: ValueSpec<Value>): Control {
  const { resource, operation, current, callFor, shown: own, ...others } = spec;
  const shown = own ?? ((later: KnownPlayer) => wordFor(current(later)));
  return defineControl({
    ...others,
    resource,
    operations: [operation],
    fresh: [resource],
    decide: (value, session) => {
      const before = current(session);
      if (typeof before === "object") return before;
      if (before === value) return unchanged;
      return act(callFor(value), { proof: resource, isShown: (later) => current(later) === value, shown });
    },
  });
}

function wordFor(value: string | boolean | Decision): string | Phrase {
  if (typeof value === "boolean") return value ? "on" : "off";
  return typeof value === "string" ? value : unknown;
}

const switchWord = oneOf("on", "off");

export function switchControl(spec: Omit<ValueSpec<boolean>, "words" | "expected" | "read">): Control {
  return valueControl({
    ...spec,
    ...switchWord,
    read: (request) => {
      const word = switchWord.read(request);
      return word === undefined ? undefined : word === "on";
    },
  });
}
