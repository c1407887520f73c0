import * as z from "zod";
import { validateDetailed } from "node-cron";
import { families } from "../families/index.ts";
import { commandTargets } from "../core/controls/command.ts";
import { isRawPath } from "../core/controls/raw.ts";
import { isSettingTag } from "../core/resources/settings.ts";
import { isPlayerId } from "../core/topics/topics.ts";
import { once } from "../lib/once.ts";
import { withPort } from "../lib/addresses.ts";

// The message of a shape describes valid values, as a noun that completes `"x" is not …`; the documentation shows it,
// too. Shapes are built on first use, because most settings keep their default.

/** The description of valid values, taken from the message for an invalid one. */
export function validValuesOf(shape: z.ZodType): string {
  const message = shape.safeParse(null).error?.issues[0]?.message ?? "anything";
  return message.replace(/^.*: expected /, "");
}

export const text = once(() => z.string("text"));

export function oneOf<const Words extends readonly string[]>(...words: Words) {
  return once(() => z.enum(words, `one of ${words.join(", ")}`));
}

export const flag = once(() => z.boolean("true or false"));

export function wholeNumber(min: number, max: number) {
  const expected = `a whole number from ${min} to ${max}`;
  return once(() => z.int(expected).min(min, expected).max(max, expected));
}

function matching(pattern: RegExp, expected: string) {
  return once(() => z.string(expected).regex(pattern, expected));
}

/** A level of topics, after `bridge-`. */
export const fleetMember = matching(
  /^[a-z0-9-]{0,24}$/,
  "a member name: expected up to 24 characters of a-z, 0-9 and -, or auto for the host name",
);

export const label = matching(/^(?=.*\S).{1,100}$/s, "a text of 1 to 100 characters");

export const host = matching(/^[\w.:%-]{1,255}$/, "a host name or an address");

/** A token that is too long to guess; empty to disable it. */
export const token = matching(/^(?:.{12,256})?$/s, "empty or a text of 12 to 256 characters");

/** A prefix of topics, within the limits of the strictest known broker. */
function topicPrefix(what: string) {
  return matching(
    /^[\w-]{1,40}(\/[\w-]{1,40}){0,2}$/,
    `${what}: expected one to three levels of letters, digits, _ and -, at most 40 in each`,
  );
}

export const baseTopic = topicPrefix("a base topic");

export const discoveryPrefix = topicPrefix("a discovery prefix");

function optionalUrl(start: RegExp, expected: string) {
  const isValid = (value: string): boolean => value === "" || (start.test(value) && URL.canParse(value));
  return once(() => z.string(expected).refine(isValid, expected));
}

export const updateUrl = optionalUrl(
  /^https?:\/\/[^\s/]/,
  "an address: expected http or https, such as https://example.com/latest.json",
);

export const pageUrl = optionalUrl(
  /^(https?|homeassistant):\/\/[^\s/]/,
  "the address of a page: expected http, https or homeassistant, such as http://192.168.1.10:8099",
);

const expectedMac = "a MAC address such as 80:0a:80:5e:00:53";

export const macAddress = once(() =>
  z
    .string(expectedMac)
    .regex(/^[0-9a-f]{2}([:-][0-9a-f]{2}){5}$/i, expectedMac)
    .transform((mac) => mac.toLowerCase().replaceAll("-", ":")),
);

const expectedMacs = `a list of MAC addresses such as ["80:0a:80:5e:00:53"]`;

export const macAddresses = once(() =>
  z.array(macAddress(), expectedMacs).max(8, `${expectedMacs}, at most 8`),
);

const expectedTags = `a list of at most 64 tags of harmless settings such as ["gain"]`;

export const settingTags = once(() =>
  z
    .array(z.string(expectedTags).refine(isSettingTag, expectedTags), expectedTags)
    .max(64, expectedTags)
    .transform((tags) => [...new Set(tags)]),
);

const expectedControls = `a list of controls such as ["volume"]`;

export const controlList = once(() => z.array(z.enum(commandTargets, expectedControls), expectedControls));

const expectedRawPaths = `a list of at most 64 paths such as ["/Status", "/Browse?key=*"], without .. and //`;

export const rawPaths = once(() =>
  z
    .array(z.string(expectedRawPaths).refine(isRawPath, expectedRawPaths), expectedRawPaths)
    .max(64, expectedRawPaths),
);

export const plugTopic = matching(
  /^(?![$/])[^+#\0\p{Cc}]{0,200}$/u,
  "a topic without wildcards, such as cmnd/plug/POWER",
);

export const plugPayload = matching(/^[^\p{Cc}]{1,500}$/u, "a text of 1 to 500 characters");

/** The MQTT version; YAML reads a bare 5 as a number. */
export const mqttProtocol = once(() =>
  z.union(
    [z.enum(["auto", "5", "4"]), z.literal([5, 4]).transform((version) => `${version}` as const)],
    "one of auto, 5, 4",
  ),
);

const expectedBroker =
  "a broker's address: expected mqtt, mqtts, ws or wss and a host, such as mqtt://192.168.1.10:1883";

const expectedNats = "an address of NATS: expected nats or tls and a host, such as nats://192.168.1.10:4222";

/** The addresses of nodes as one text, or empty. */
function nodeUrls(protocols: RegExp, expected: string, scheme: string) {
  return once(() =>
    z
      .union([z.string(), z.array(z.string())], expected)
      .transform((value) => splitBrokerUrls(withScheme([value].flat().join(","), scheme)))
      .refine((urls) => urls.every((url) => isUrlOf(url, protocols)), expected)
      .transform((urls) => urls.join(","))
      .meta({ default: "" }),
  );
}

export const brokerUrls = nodeUrls(/^(mqtt|ws)s?:$/, expectedBroker, "mqtt");
export const natsUrls = nodeUrls(/^(nats|tls):$/, expectedNats, "nats");

const bareHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Hosts that stand alone in a text, with a scheme; any other text as it is. */
function withScheme(text: string, scheme: string): string {
  const hosts = text.split(",").map((host) => host.trim());
  return hosts.every((host) => bareHost.test(host))
    ? hosts.map((host) => `${scheme}://${host}`).join(",")
    : text;
}

/** Splits a list of addresses. A comma may also be part of a password, so only one before another address separates. */
export function splitBrokerUrls(list: string): string[] {
  return list
    .split(/,(?=\s*[a-z]+:\/\/)/)
    .map((url) => url.trim())
    .filter((url) => url !== "");
}

function isUrlOf(value: string, protocols: RegExp): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocols.test(protocol) && hostname !== "";
}

const expectedPlayer = "a player's address: expected http or https, a host and no path, such as 192.168.1.20";

/** An address with `http` if no scheme was written, and with a port only if one was: each family has its own default. */
export function parsePlayerUrl(given: string): string | undefined {
  const text = given.trim();
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  // URL drops white space and treats a backslash as a slash.
  if (/[\s\\?#]/.test(written) || !URL.canParse(written)) return undefined;
  const url = new URL(written);
  if (!["http:", "https:"].includes(url.protocol) || url.pathname !== "/") return undefined;
  // URL drops the default port of its scheme.
  const port = /:(\d+)\/?$/.exec(written)?.[1];
  const address = url.href.replace(/\/$/, "");
  return port === undefined ? address : withPort(address, Number(port));
}

export const playerUrl = once(() =>
  z.string(expectedPlayer).transform((value, context) => {
    const url = parsePlayerUrl(value);
    if (url === undefined) context.addIssue({ code: "custom", message: expectedPlayer });
    return url ?? z.NEVER;
  }),
);

/** Whether a text can be the name of a make. */
export function isFamily(value: unknown): value is string {
  return typeof value === "string" && /^[a-z][a-z0-9-]{0,31}$/.test(value);
}

const expectedFamily = `one of ${["auto", ...families.map(({ name }) => name)].join(", ")}, or a make of makes.folder`;

/** Which makes the folder has is known when it has been loaded: `findPlayerConflicts` judges the word. */
export const family = once(() =>
  z.union(
    [z.enum(["auto", ...families.map(({ name }) => name)]), z.string().refine(isFamily, expectedFamily)],
    expectedFamily,
  ),
);

export const optionalPlayerUrl = once(() => z.union([z.literal(""), playerUrl()], expectedPlayer));

const expectedId =
  "an id: expected 1 to 32 of a-z, 0-9, _ and -, but not bridge, a name that begins with bridge-, __proto__, constructor or prototype";

export const playerId = once(() => z.string(expectedId).refine(isPlayerId, expectedId));

export const wakeAddress = matching(
  /^[\w.-]{1,255}(:\d{1,5})?$/,
  "a host name or an IPv4 address, optionally with a port",
);

const expectedCron = 'a cron expression: expected five or six fields such as "*/2 * * * * *"';

export const optionalCron = once(() =>
  z.string(expectedCron).superRefine((value, context) => {
    if (value === "") return;
    const [error] = validateDetailed(value).errors;
    if (error === undefined) return;
    const reason = error.field === "expression" ? error.message : `${error.field} cannot be ${error.value}`;
    context.addIssue({ code: "custom", message: `${expectedCron} (${reason})` });
  }),
);
