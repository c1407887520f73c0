import type { Behavior, FaultKind } from "./fault.ts";

/** How the faults of a make are written. */
export interface BehaviorGrammar<Player> {
  /** Every fault as it is written, such as "slow:<ms>". */
  readonly usages: readonly string[];
  /** Parses "<fault>[:<argument>][@<operation>][*<times>]"; throws TypeError with the expected form. */
  readonly parse: (text: string) => Behavior<Player>;
}

const form = /^(?<name>\w+)(?::(?<argument>.*?))?(?:@(?<operation>\w+))?(?:\*(?<times>\d+))?$/;

/** The faults that a simulator knows, each for all its operations or one of them. */
export function behaviorGrammar<Player>(
  faults: Readonly<Record<string, FaultKind<Player>>>,
  operations: readonly string[],
): BehaviorGrammar<Player> {
  const kinds = new Map(Object.entries(faults));
  const usages = [...kinds].map(([name, kind]) => usage(name, kind));
  return {
    usages,
    parse: (text) => {
      const parts = form.exec(text)?.groups ?? {};
      const { name = "", argument, operation, times } = parts;
      const kind = kinds.get(name);
      if (kind === undefined) {
        const limits = "each optionally with @<operation> and *<times>";
        throw new TypeError(
          `Unknown fault "${parts["name"] ?? text}": expected one of ${usages.join(", ")}, ${limits}`,
        );
      }
      if (operation !== undefined && !operations.includes(operation)) {
        const expected = `expected one of ${operations.join(", ")}`;
        throw new TypeError(`Unknown operation "${operation}" in fault "${text}": ${expected}`);
      }
      if (times !== undefined && Number(times) === 0)
        throw new TypeError(`Cannot have fault "${text}" ${Number(times)} times: expected 1 or more`);
      return {
        text,
        start: kind.create(checkedArgument(text, name, kind, argument)),
        operation,
        times: times === undefined ? undefined : Number(times),
      };
    },
  };
}

function usage(name: string, { argument }: Pick<FaultKind, "argument">): string {
  return argument === undefined ? name : `${name}:<${argument.name}>`;
}

function checkedArgument(
  text: string,
  name: string,
  kind: Pick<FaultKind, "argument">,
  argument: string | undefined,
): string {
  const isRight =
    kind.argument === undefined ? argument === undefined : kind.argument.pattern.test(argument ?? "");
  if (isRight) return argument ?? "";
  throw new TypeError(`Cannot read the argument of fault "${text}": expected ${usage(name, kind)}`);
}
