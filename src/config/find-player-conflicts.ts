import { type Given, isAuto } from "./given.ts";
import { parsePlayerUrl } from "./player-url.ts";
import { sections } from "./sections.ts";

/** What somebody wrote about one player, be it right or wrong. */
interface Claim {
  readonly id?: unknown;
  readonly url?: unknown;
  /** Where it was written, such as `players[0]`. */
  readonly place: string;
  readonly source: string;
}

const nobody =
  "players: no player is configured. Set PLAYER_URL, such as PLAYER_URL=192.168.1.20, or list players in " +
  "config/local.yaml. To see the bridge at work without a player: npm run demo, or player2mqtt demo";

/**
 * What is wrong between players: none at all, one without an id among several, two with one id or at one address.
 * It reads what was given rather than what passed, so that no problem hides another.
 */
export function findPlayerConflicts(given: readonly Given[], isNobodyWrong: boolean): string[] {
  const list = given.findLast(({ name }) => name === "players");
  const short = given.findLast(({ name }) => name === "player.url");
  const inShort = claimsInShort(short, given);
  if (list !== undefined && isAuto(list)) {
    return inShort?.length === 0
      ? []
      : [`players (${list.source}): auto cannot be given together with player.url`];
  }
  const listed = claimsOfList(list);
  if (listed?.length === 0 && inShort?.length === 0) {
    return isNobodyWrong && !isFileUnread(given) ? [nobody] : [];
  }

  const problems: string[] = [];
  const placeOfId = new Map<unknown, string>();
  const placeOfAddress = new Map<string, string>();
  const claims = [...(listed ?? []), ...(inShort ?? [])];
  for (const { id, url, place, source } of claims) {
    const address = originOf(url);
    const sameId = placeOfId.get(id);
    const sameAddress = placeOfAddress.get(address);
    if (id === undefined && claims.length > 1) {
      problems.push(`${place}.id (${source}): is missing: wanted an id, as there are several players`);
    }
    if (sameId !== undefined) {
      problems.push(
        `${place}.id (${source}): "${String(id)}" is the id of ${sameId} too: wanted one of its own`,
      );
    }
    if (sameAddress !== undefined) {
      problems.push(
        `${place}.url (${source}): the value is the address of ${sameAddress} too: wanted one player once`,
      );
    }
    if (typeof id === "string") placeOfId.set(id, place);
    if (address !== "") placeOfAddress.set(address, place);
  }
  return problems;
}

/** Whether there is a file that cannot be read, which is a problem of its own: the players may be in it. */
function isFileUnread(given: readonly Given[]): boolean {
  return given.some((one) => one.name === "config" && "fault" in one);
}

/** Undefined when the list cannot be read, which is a problem of its own: whoever wrote it meant somebody. */
function claimsOfList(list: Given | undefined): Claim[] | undefined {
  if (list === undefined) return [];
  if ("fault" in list || !Array.isArray(list.value)) return undefined;
  return list.value.map((entry: unknown, index) => {
    const { id, url } = (entry ?? {}) as { id?: unknown; url?: unknown };
    return { id, url, place: `players[${index}]`, source: list.source };
  });
}

/** The same for the player given in short. */
function claimsInShort(short: Given | undefined, given: readonly Given[]): Claim[] | undefined {
  if (short === undefined) return [];
  if ("fault" in short) return undefined;
  if (short.value === "") return [];
  const id = given.findLast(({ name }) => name === "player.id");
  const idOrDefault = id !== undefined && "value" in id ? id.value : sections.player.id.default;
  return [{ id: idOrDefault, url: short.value, place: "player", source: short.source }];
}

/** Scheme, host and port without the credentials, or nothing. */
function originOf(url: unknown): string {
  const parsed = typeof url === "string" ? parsePlayerUrl(url) : undefined;
  return parsed === undefined ? "" : new URL(parsed).origin;
}
