import { closest } from "../lib/closest.ts";
import { synonymOf } from "./problems.ts";
import { settings, variableName } from "./schema.ts";

/** A variable that looks like a setting of ours and is none, and what is to be written instead, where that is known. */
export interface UnusedVariable {
  readonly name: string;
  readonly meant?: string;
}

/** A variable that begins like this is meant to be one of our settings. */
const ofOurs = /^(?:MQTT_|PLAYERS?(?:_|\d|$)|HTTP_|HOMEASSISTANT_)/;

/** What clients of HTTP read, and what Kubernetes tells each container about services that are called `mqtt` or `http`. */
const ofOthers = /^HTTP_PROXY|_SERVICE_(?:HOST|PORT)|_PORT_\d+_(?:TCP|UDP|SCTP)/;
const serviceAddress = /^(?:tcp|udp|sctp):\/\//;

/** The parts of an address that programs often have as variables of their own. */
const addresses: Readonly<Record<string, string>> = { MQTT: "MQTT_URL=mqtt://", PLAYER: "PLAYER_URL=" };

/** Variables that begin or are spelled like ours. They are only reported, since another program's may look like that. */
export function unusedVariables(env: NodeJS.ProcessEnv): UnusedVariable[] {
  const known = [...settings].flatMap(([name, { secret }]) => {
    const variable = variableName(name);
    return secret === undefined ? [variable] : [variable, `${variable}_FILE`];
  });
  return Object.entries(env)
    .filter(([name, value]) => (value ?? "") !== "" && !known.includes(name) && !ofOthers.test(name))
    .filter(([name, value]) => !(name.endsWith("_PORT") && serviceAddress.test(value ?? "")))
    .flatMap(([name]) => {
      const isOurs = ofOurs.test(name);
      const ourWord = isOurs ? (addressFor(name, env) ?? otherWordFor(name, known)) : undefined;
      const meant = ourWord ?? spelledLike(name, known);
      return meant !== undefined ? { name, meant } : isOurs ? { name } : [];
    });
}

export function describeUnused(unused: readonly UnusedVariable[]): string[] {
  if (unused.length === 0) return [];
  const named = unused.map(({ name, meant }) => (meant === undefined ? name : `${name} (write ${meant})`));
  return [`environment variables that are not used: ${named.join(", ")}: see docs/configuration.md`];
}

/** Host and port belong into an address, and several players into their list. */
function addressFor(name: string, env: NodeJS.ProcessEnv): string | undefined {
  if (/^PLAYERS?_?\d/.test(name)) return "PLAYERS";
  const { section = "" } =
    /^(?<section>[A-Z]+)_(?:HOST|HOSTNAME|SERVER|BROKER|IP|ADDRESS|PORT)$/.exec(name)?.groups ?? {};
  const start = addresses[section];
  if (start === undefined) return undefined;
  const words = ["HOST", "HOSTNAME", "SERVER", "BROKER", "IP", "ADDRESS"];
  const host = words.map((word) => env[`${section}_${word}`] ?? "").find((text) => /^[\w.-]+$/.test(text));
  const port = env[`${section}_PORT`] ?? "";
  return `${start}${host ?? "<host>"}${/^\d+$/.test(port) ? `:${port}` : ""}`;
}

function otherWordFor(name: string, known: readonly string[]): string | undefined {
  const [section = "", ...words] = name.toLowerCase().split("_");
  const setting = synonymOf([section, words.join("_")], [...settings.keys()]);
  const variable = setting === undefined ? undefined : variableName(setting);
  return variable !== undefined && known.includes(variable) ? variable : undefined;
}

function spelledLike(name: string, known: readonly string[]): string | undefined {
  const meant = closest(name, known);
  return meant !== undefined && isOneTypo(name, meant) ? meant : undefined;
}

/** Whether one letter is missing, added or different, or two are swapped. */
function isOneTypo(name: string, meant: string): boolean {
  if (sorted(name) === sorted(meant)) return true;
  const [short, long] = name.length < meant.length ? [name, meant] : [meant, name];
  const different = Array.from(long).findIndex((letter, place) => letter !== short[place]);
  return long.slice(different + 1) === short.slice(short.length === long.length ? different + 1 : different);
}

function sorted(text: string): string {
  return Array.from(text).sort().join("");
}
