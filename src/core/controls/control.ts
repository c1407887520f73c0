import type { Names } from "../names.ts";
import type { CallName } from "./call.ts";
import { shownRequest, type Wording } from "./request.ts";
import { type Decision, defaultTiming } from "./effect.ts";
import type { ResourceName } from "../resources/player.ts";
import type { KnownPlayer } from "./known-player.ts";
import type { Support } from "../resources/resource.ts";
import { cutText } from "../../lib/cut-text.ts";
import { withReason, type Phrase, translatable, translatableTerm } from "../../lib/phrase.ts";

/** The facts that decide which controls a player supports. */
export type ControlledPlayer = Pick<
  KnownPlayer,
  "player" | "resources" | "operations" | "profile" | "config"
>;

/** One settable property of a player. */
export interface Control extends Wording {
  /** The resources of which the control needs any; none where only a call shows whether it exists. */
  readonly resources: readonly ResourceName[];
  readonly operations: readonly CallName[];
  /** Which of them it may make at this player. */
  readonly applies: (session: ControlledPlayer, operation: CallName) => boolean;
  /** Read before the command is decided if they were never read, or if it is refused by what was read before it arrived. */
  readonly needed: readonly ResourceName[];
  /** Whether the player supports the control, where its resource alone does not decide that. */
  readonly offers: (session: ControlledPlayer) => Support;
  readonly worksWithout: (session: ControlledPlayer) => boolean;
  /** Whether the control makes sense for a player that is off. */
  readonly worksOffline: boolean;
  /** The setting of the configuration that turns the control on, where it is off. */
  readonly enabledBy: string;
  /** Its name where it sets no property, else empty: it has that of the property. */
  readonly title: string;
  readonly names?: Names;
  /** All that it accepts, where that is the same for every player. */
  readonly words?: readonly string[];
  /** Those of the words that make sense for a player, where some need what it reports. */
  readonly wordsFor?: (session: KnownPlayer) => readonly string[];
  /** What is often sent, where it accepts more. */
  readonly examples?: readonly string[];
  /** Whether it may end what somebody else is using, such as the power. */
  readonly isDestructive?: true;
  /** What docs/topics.md says that it accepts, if `expected` does not say all. */
  readonly about?: string;
  readonly parse: (request: string) => ParsedRequest;
}

export interface ParsedRequest {
  /** Why it is invalid; undefined for a valid one. */
  readonly problem: Phrase | undefined;
  /** A newer request does not supersede it: two steps are both made, but of two volumes only the last is set. */
  readonly isStep: boolean;
  /** How long the outcome may take after the first call, where the player shows the effect late or never. */
  readonly takesMs: number;
  /** Read after the command arrived: a toggle or a step must not start from outdated values. */
  readonly fresh: (session: KnownPlayer) => readonly ResourceName[];
  readonly decide: (session: KnownPlayer, now: number) => Decision;
}

type Defaulted = "applies" | "needed" | "offers" | "worksWithout" | "worksOffline" | "enabledBy";

/** The definition of a control: how its requests are parsed and decided. */
interface ControlSpec<Parsed>
  extends Pick<Control, "expected" | "operations">,
    Pick<Control, "words" | "wordsFor" | "examples" | "isDestructive" | "about">,
    Partial<Pick<Control, "title" | "names" | "field" | "fields" | Defaulted>> {
  readonly resource?: ResourceName | readonly ResourceName[];
  readonly fresh?:
    | readonly ResourceName[]
    | ((session: KnownPlayer, parsed: Parsed) => readonly ResourceName[]);
  /** Parses a request; undefined for an invalid one. */
  readonly read: (request: string) => Parsed | undefined;
  readonly isStep?: (parsed: Parsed) => boolean;
  readonly takesMs?: (parsed: Parsed) => number;
  readonly decide: (parsed: Parsed, session: KnownPlayer, now: number) => Decision;
}

export function defineControl<Parsed>(spec: ControlSpec<Parsed>): Control {
  const { read, isStep = () => false, takesMs = () => defaultTiming.pollForMs, decide, ...others } = spec;
  const { resource = [], fresh = [], ...rest } = others;
  const problem = malformed(spec.expected);
  return {
    resources: typeof resource === "string" ? [resource] : resource,
    title: "",
    field: "value",
    needed: [],
    applies: () => true,
    offers: () => "supported",
    worksWithout: () => false,
    worksOffline: false,
    enabledBy: "controls.experimental",
    ...rest,
    parse: (request) => {
      const parsed = read(request);
      if (parsed === undefined)
        return { problem, isStep: false, takesMs: 0, fresh: () => [], decide: () => rejected(problem) };
      return {
        problem: undefined,
        isStep: isStep(parsed),
        takesMs: takesMs(parsed),
        fresh: (session) => (typeof fresh === "function" ? fresh(session, parsed) : fresh),
        decide: (session, now) => decide(parsed, session, now),
      };
    },
  };
}

/** What programs and dashboards send for the two states of a switch. */
const switchWords: Readonly<Partial<Record<string, string>>> = {
  "1": "on",
  true: "on",
  "0": "off",
  false: "off",
};

export function oneOf<Word extends string>(...words: readonly Word[]) {
  const texts: readonly string[] = words;
  const isSwitch = texts.includes("on") && texts.includes("off");
  return {
    words,
    expected: wordsPhrase(words),
    read: (request: string): Word | undefined => {
      const said = request.toLowerCase();
      const meant = (isSwitch ? switchWords[said] : undefined) ?? said;
      return words.find((word) => word === meant);
    },
  };
}

function wordsPhrase(words: readonly string[]): Phrase {
  const [one = "", other = "", ...more] = words;
  return more.length === 0
    ? translatable("expected.either", "{one} or {other}", { one, other })
    : translatable("expected.words", "one of {words}", { words: words.join(", ") });
}

export const unknown = translatable("word.unknown", "unknown");

export function malformed(expected: string | Phrase): Phrase {
  return translatable("request.malformed", "malformed: expected {expected}", {
    expected: translatableTerm(expected),
  });
}

export function rejected(phrase: Phrase): Decision {
  return { kind: "settle", outcome: { kind: "rejected", ...withReason(phrase) } };
}

export const noOperation = rejected(
  translatable("control.denied", "this player cannot do that: it has no such operation"),
);

export function outOfRange(value: number, min: number, max: number): Decision {
  const range = { value, min, max };
  return rejected(translatable("range.outside", "out of range: {value} is not within {min} to {max}", range));
}

export function failed(phrase: Phrase): Decision {
  return { kind: "settle", outcome: { kind: "failed", ...withReason(phrase) } };
}

export const notReportedYet = failed(translatable("unreported.yet", "the player has not reported it yet"));

/** A decision for a request that is already fulfilled: nothing is sent. */
export const unchanged: Decision = { kind: "settle", outcome: { kind: "unchanged" } };

/** A request as a reason may repeat it. */
export function quote(text: string): string {
  const shown = shownRequest(text);
  return JSON.stringify(shown.length > 64 ? `${cutText(shown, 63)}…` : shown);
}
