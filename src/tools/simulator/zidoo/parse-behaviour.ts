import { contentFaults } from "./content-faults.ts";
import type { Behaviour, FaultKind } from "./fault.ts";
import { type OperationName, operationNames } from "./operations.ts";
import { routingFaults } from "./routing-faults.ts";
import { transportFaults } from "./transport-faults.ts";

const kinds = new Map<string, FaultKind>(
  Object.entries({ ...transportFaults, ...contentFaults, ...routingFaults }),
);

/** Every fault as it is written, such as "slow:<ms>". */
export const faultUsages: readonly string[] = [...kinds].map(([name, kind]) => usage(name, kind));

const form = /^(?<name>\w+)(?::(?<argument>.*?))?(?:@(?<operation>\w+))?(?:\*(?<times>\d+))?$/;

/** Parses "<fault>[:<argument>][@<operation>][*<times>]"; throws with the expected form. */
export function parseBehaviour(text: string): Behaviour {
  const parts = form.exec(text)?.groups ?? {};
  const kind = kinds.get(parts["name"] ?? "");
  if (kind === undefined) throw unknownFault(parts["name"] ?? text);
  return {
    text,
    start: kind.create(checkedArgument(text, parts["name"] ?? "", kind, parts["argument"])),
    operation: parts["operation"] === undefined ? undefined : checkedOperation(text, parts["operation"]),
    times: parts["times"] === undefined ? undefined : checkedTimes(text, Number(parts["times"])),
  };
}

function usage(name: string, { argument }: FaultKind): string {
  return argument === undefined ? name : `${name}:<${argument.name}>`;
}

function unknownFault(name: string): TypeError {
  const limits = "each optionally with @<operation> and *<times>";
  return new TypeError(`Unknown fault "${name}": expected one of ${faultUsages.join(", ")}, ${limits}`);
}

function checkedArgument(text: string, name: string, kind: FaultKind, argument: string | undefined): string {
  const isRight =
    kind.argument === undefined ? argument === undefined : kind.argument.pattern.test(argument ?? "");
  if (isRight) return argument ?? "";
  throw new TypeError(`Cannot read the argument of fault "${text}": expected ${usage(name, kind)}`);
}

function checkedOperation(text: string, operation: string): OperationName {
  const name = operationNames.find((candidate) => candidate === operation);
  if (name !== undefined) return name;
  const expected = `expected one of ${operationNames.join(", ")}`;
  throw new TypeError(`Unknown operation "${operation}" in fault "${text}": ${expected}`);
}

function checkedTimes(text: string, times: number): number {
  if (times > 0) return times;
  throw new TypeError(`Cannot have fault "${text}" ${times} times: expected 1 or more`);
}
