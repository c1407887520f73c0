import { networkInterfaces } from "node:os";
import { receiverName } from "../core/history/unsent.ts";
import { isLoopback, withPort } from "../lib/addresses.ts";
import type { Problem } from "./problems.ts";
import { auto, type RawConfig } from "./schema.ts";
import type { Settings } from "./sections.ts";
import { type Family, familySettings } from "../families/family.ts";
import { families } from "../families/index.ts";
import { isFamily, parsePlayerUrl, splitBrokerUrls } from "./setting-shapes.ts";

const minPasswordLength = 8;

export function findConflicts(
  { mqtt, broker, fleet, history, http }: Pick<Settings, "mqtt" | "broker" | "fleet" | "history" | "http">,
  hostname: string,
): string[] {
  const problems: string[] = [];
  const places = new Map<string, string>();
  for (const [list, receivers] of Object.entries(history)) {
    for (const [index, { url, name }] of receivers.entries()) {
      const place = `history.${list}[${index}]`;
      if (isOwnAddress(url, http, hostname))
        problems.push(`${place}.url: is an address of the bridge itself`);
      const other = places.get(receiverName({ url, name }));
      if (other !== undefined)
        problems.push(
          `${place}.name: is also the name of ${other}, expected one of its own: without a name, it is the host of the address`,
        );
      places.set(receiverName({ url, name }), place);
    }
  }
  if (fleet.url !== "" && history.trakt.length > 0) {
    problems.push(
      "history.trakt: is set with fleet.url, expected one of them: the members of a fleet have no common place for its tokens",
    );
  }
  if (http.guest !== "" && http.token === "") {
    problems.push(
      "http.guest: is set without http.token, expected both: without a token everybody may do everything",
    );
  }
  if (http.guest !== "" && http.guest === http.token) {
    problems.push("http.guest: is http.token, expected another one: guests would be owners");
  }
  if ((mqtt.cert === "") !== (mqtt.key === "")) {
    problems.push("mqtt.cert, mqtt.key: only one of them is set, expected both or neither");
  }
  const urls = splitBrokerUrls(mqtt.url);
  const hasUsers = urls.length > 0 && urls.every((url) => new URL(url).username !== "");
  if (mqtt.password !== "" && mqtt.username === "" && !hasUsers) {
    problems.push(
      "mqtt.password: is set without mqtt.username, expected both: MQTT 3.1.1 allows no password without a user name",
    );
  }
  const isOpen = mqtt.url === "" && !isLoopback(broker.host);
  if (isOpen && (mqtt.username === "" || mqtt.password === "")) {
    problems.push(
      `broker.host: "${broker.host}" opens the embedded broker to the network, which requires mqtt.username and mqtt.password`,
    );
  }
  if (isOpen && mqtt.password !== "" && isWeak(mqtt.password, mqtt.username)) {
    problems.push(
      `mqtt.password: too weak for an embedded broker that the network can reach (broker.host: "${broker.host}"), ` +
        `expected at least ${minPasswordLength} characters, not the username and not one character repeated`,
    );
  }
  return problems;
}

function isOwnAddress(url: string, { host, port }: Settings["http"], name: string): boolean {
  const { hostname, port: written, protocol } = new URL(url);
  if (Number(written || (protocol === "https:" ? 443 : 80)) !== port) return false;
  const own = Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address));
  const bare = hostname.replaceAll(/[[\]]/g, "");
  return isLoopback(bare) || [host, name.toLowerCase(), ...own].includes(bare);
}

/** The settings of the fleet, with the member's name in place of `auto`. */
export function resolveFleet(
  fleet: Settings["fleet"],
  hostname: string,
): Settings["fleet"] | { readonly problem: string } {
  if (fleet.url === "") {
    const isMeant = fleet.member !== auto && fleet.member !== "";
    return isMeant
      ? {
          problem:
            "fleet.member: is set without fleet.url, expected both: write the NATS servers of the fleet, such as FLEET_URL=nats://10.0.0.1:4222",
        }
      : { ...fleet, member: "" };
  }
  if (fleet.member !== auto && fleet.member !== "") return fleet;
  // The domain begins after the first dot.
  const member = hostname.replace(/\..*$/s, "").toLowerCase();
  if (/^[a-z0-9-]{1,24}$/.test(member)) return { ...fleet, member };
  return {
    problem: `fleet.member: auto needs a host name with 1 to 24 characters of a-z, 0-9 and - before its first dot, but it is ${JSON.stringify(hostname)}: write a name, such as FLEET_MEMBER=house-1`,
  };
}

interface Claim {
  readonly id?: unknown;
  readonly url?: unknown;
  readonly family?: unknown;
  readonly place: string;
  readonly source: string;
  readonly entry?: unknown;
}

const noPlayer =
  "no player is configured. Set PLAYER_URL, such as PLAYER_URL=192.168.1.20, or PLAYERS=auto to find players on the network, " +
  "or list players in config/local.yaml. " +
  "To set the bridge up in a browser, it needs http.port, and beyond loopback http.token. " +
  "To see the bridge at work without a player: npm run demo, or player2mqtt demo";

/** Whether the page can be opened, so that players can be added in a browser. */
export function hasSetUp({ host, port, token, ingress }: Settings["http"]): boolean {
  return port !== 0 && (token !== "" || ingress || isLoopback(host));
}

/**
 * Finds conflicts between players: an empty list, a missing id among several players, a duplicate id or address.
 * Invalid values are accepted here, so that no problem hides another. Unless all makes are known, a family that is not may be
 * one of the owner's.
 */
export function findPlayerConflicts(
  values: Pick<RawConfig, "player" | "players" | "publish" | "makes">,
  places: ReadonlyMap<string, string>,
  problemsSoFar: readonly Problem[],
  requirePlayers: boolean,
  known: readonly Family[] = families,
  knowsAll = true,
): Problem[] {
  const source = places.get("players") ?? "";
  const { url, id, family } = values.player;
  const short: Claim[] =
    url === "" ? [] : [{ id, url, family, place: "player", source: places.get("player.url") ?? "" }];
  if (values.players === auto) {
    if (short.length === 0) return [];
    return [{ name: "players", source, text: "auto cannot be combined with player.url" }];
  }
  const claims = [...claimsOfList(values.players, source), ...short];
  // An unreadable source or a malformed list may have been meant to name a player.
  const isUnknown = problemsSoFar.some(({ name }) => ["config", "players", "player.url"].includes(name));
  if (claims.length === 0 && requirePlayers && !isUnknown) {
    return [{ name: "players", source: "not set", text: noPlayer }];
  }

  const words = ["auto", ...known.map(({ name }) => name)];
  const later = values.makes.folder === "" ? "" : "; a make added since the start needs a restart";
  const problems: Problem[] = [];
  const placeOfId = new Map<unknown, string>();
  const placeOfAddress = new Map<string, string>();
  for (const { id, url, family, place, source, entry } of claims) {
    const addresses = originsOf(url, known);
    const sameId = placeOfId.get(id);
    const sameAddress = addresses.map((address) => placeOfAddress.get(address)).find(Boolean);
    const report = (key: string, text: string) => {
      const name = `${place}.${key}`;
      problems.push({ name, source: places.get(name) ?? source, text });
    };
    if (id === undefined && claims.length > 1) {
      report("id", "is missing: expected an id, as there are several players");
    }
    if (sameId !== undefined) {
      report("id", `"${String(id)}" is already the id of ${sameId}: each player needs its own`);
    }
    if (sameAddress !== undefined) {
      report("url", `the value is already the address of ${sameAddress}: list each player once`);
    }
    // A text that cannot be one is reported already.
    if (knowsAll && isFamily(family) && !words.includes(family))
      report("family", `"${family}" is not one of ${words.join(", ")}${later}`);
    for (const [index, name] of ofSettings(entry, values.publish.settings)) {
      report(
        `operations[${index}].name`,
        `${JSON.stringify(name)} is also a tag in publish.settings, expected a name of its own`,
      );
    }
    for (const setting of foreignSettings(entry, known)) {
      report(setting, "players of this family have no such setting: remove it, or correct the family");
    }
    if (typeof id === "string") placeOfId.set(id, place);
    for (const address of addresses) placeOfAddress.set(address, place);
  }
  return problems;
}

function claimsOfList(list: unknown, source: string): Claim[] {
  if (!Array.isArray(list)) return [];
  return list.map((entry: unknown, index) => {
    const { id, url, family } = (entry ?? {}) as Partial<Readonly<Record<string, unknown>>>;
    return { id, url, family, place: `players[${index}]`, source, entry };
  });
}

/** The declared operations that have the name of a setting that the player publishes. */
function ofSettings(entry: unknown, usual: readonly string[]): readonly (readonly [number, string])[] {
  const { operations, publish } = (entry ?? {}) as {
    readonly operations?: unknown;
    readonly publish?: { readonly settings?: unknown };
  };
  const own = publish?.settings ?? usual;
  if (!Array.isArray(operations) || !Array.isArray(own)) return [];
  return operations.flatMap((operation: { readonly name?: unknown } | null, index) => {
    const name = operation?.name;
    return typeof name === "string" && own.includes(name) ? [[index, name] as const] : [];
  });
}

function foreignSettings(entry: unknown, known: readonly Family[]): readonly string[] {
  const given = (entry ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
  const family = known.find(({ name }) => name === (given["family"] as unknown));
  if (family === undefined) return [];
  return familySettings
    .filter((setting) => !family.settings.includes(setting))
    .flatMap((setting) => (setting === "pathPrefix" ? [setting, "device.pathPrefix"] : [setting]))
    .filter((setting) => {
      const [section = "", key] = setting.split(".");
      return (key === undefined ? given[section] : given[section]?.[key]) !== undefined;
    });
}

/** Scheme, host and port without credentials, with the port of each family if none is written; none if it is invalid. */
function originsOf(url: unknown, families: readonly Family[]): string[] {
  const parsed = typeof url === "string" ? parsePlayerUrl(url) : undefined;
  if (parsed === undefined) return [];
  return families.map(({ defaultPort }) => new URL(withPort(parsed, defaultPort)).origin);
}

function isWeak(password: string, username: string): boolean {
  return (
    password.length < minPasswordLength ||
    password.toLowerCase() === username.toLowerCase() ||
    new Set(password).size === 1
  );
}
