import { settings, variableName } from "./schema.ts";
import { closest } from "./unknown.ts";

/** A variable of the environment that nobody reads, and the one that was probably meant. */
export interface MisspeltVariable {
  readonly name: string;
  readonly meant: string;
}

/**
 * Variables that are a slip of the pen away from one of ours. They are no problem of the configuration: the environment
 * is everyone's, and a variable of somebody else may look like ours.
 */
export function misspeltVariables(env: NodeJS.ProcessEnv): MisspeltVariable[] {
  const known = [...settings].flatMap(([name, { secret }]) => {
    const variable = variableName(name);
    return secret === undefined ? [variable] : [variable, `${variable}_FILE`];
  });
  return Object.keys(env)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = closest(name, known);
      return meant !== undefined && isOneSlip(name, meant) ? { name, meant } : [];
    });
}

/** One letter too many, too few or another one, or the same letters in another order. */
function isOneSlip(name: string, meant: string): boolean {
  if (sorted(name) === sorted(meant)) return true;
  const [short, long] = name.length < meant.length ? [name, meant] : [meant, name];
  const different = Array.from(long).findIndex((letter, place) => letter !== short[place]);
  return long.slice(different + 1) === short.slice(short.length === long.length ? different + 1 : different);
}

function sorted(text: string): string {
  return Array.from(text).sort().join("");
}
