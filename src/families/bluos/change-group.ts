import type { GroupCall, Reply } from "../../core/controls/call.ts";
import { DeviceError } from "../../core/errors.ts";
import type { GroupState } from "../../core/resources/group.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Phrase } from "../../lib/phrase.ts";
import type { HttpOptions } from "../http/connection.ts";
import { PlayerConnection } from "../http/connection.ts";
import {
  inAnotherGroup,
  inNoGroup,
  missingFrom,
  noAddress,
  noPlayerThere,
  notShownBy,
  refused,
} from "../polled/refusals.ts";
import { OtherAnswer, readRoot } from "./document.ts";
import { groupOf } from "./map-sync.ts";
import { pause } from "../http/pause.ts";
import { inTurn } from "./pace.ts";
import { childOf, type XmlElement } from "../http/xml.ts";

interface GroupChange {
  readonly call: GroupCall;
  readonly before: GroupState;
  readonly http: Omit<HttpOptions, "url">;
  readonly clock: Pick<Clock, "now" | "after">;
  /** The group as this player shows it now. */
  readonly readOwn: (signal: AbortSignal) => Promise<GroupState>;
  readonly askOwn: (path: string, signal: AbortSignal) => Promise<XmlElement | undefined>;
}

/** The primary shows a change after up to a second; half-formed groups were seen for as long. */
const provenWithinMs = 5000;

type Gathering = GroupCall & { readonly to: "gather" };
type Change = Exclude<GroupCall, Gathering>;

/**
 * Joins, leaves or changes a group. Both players have to show it: the answer to the request may still be the old state, and a
 * fresh group shows up on one side first.
 */
export async function changeGroup(change: GroupChange, signal: AbortSignal): Promise<Reply> {
  const { call, before, clock } = change;
  if (call.to === "gather") return gather(change, call, signal);
  const plan = planOf(call, before);
  if ("text" in plan) return refused(plan);
  const { isTogether } = plan;
  const { self } = before;
  const other =
    [plan.primary, plan.secondary, ...before.members].find((member) => member !== self) ?? plan.primary;
  const url = urlOf(other, call);
  if (url === undefined) return refused(noAddress);
  await using http = new PlayerConnection({ ...change.http, url });
  const readOther = (): Promise<GroupState | DeviceError> => readGroup(other, url, http, clock, signal);
  const askOther = async (path: string): Promise<XmlElement> =>
    readRoot(await http.get(path, signal, { acts: true })).root;
  // Whatever is at the address, it gets no command before it has answered as a player.
  const there = await readOther();
  const isOff = there instanceof DeviceError;
  if (isOff && isTogether) return refused(there.phrase);
  // Players name it as it names itself, whatever name of its host was given.
  const nameOf = (address: string): string =>
    isTogether && !isOff && address === other ? there.self : address;
  const [primary, secondary] = [nameOf(plan.primary), nameOf(plan.secondary)];
  const [host = "", port = ""] = secondary.split(":");
  const request = `/${isTogether ? "AddSlave" : "RemoveSlave"}?slave=${host}&port=${port}`;
  try {
    // A secondary whose primary is off cannot be removed by it, but leaves by itself.
    const isAskedHere = primary === self || isOff;
    const answer = isAskedHere
      ? await change.askOwn(primary === self ? request : "/SetMaster", signal)
      : await askOther(request);
    if (isTogether && answer !== undefined && childOf(answer, "slave") === undefined)
      return refused(inAnotherGroup);
  } catch (error) {
    // The players show what came of a request whose answer was lost.
    if (!(error instanceof DeviceError) || error.fault !== "broken") throw error;
  }
  const shows = (address: string, state: GroupState): boolean => {
    if (address !== primary) return state.primary === primary && state.role !== "primary";
    return primary === secondary ? state.role !== "none" : state.members.includes(secondary);
  };
  const until = clock.now() + provenWithinMs;
  for (;;) {
    await pause(500, clock, signal);
    const [own, theirs] = await Promise.all([change.readOwn(signal), isOff ? there : readOther()]);
    const isShownHere = shows(self, own) === isTogether;
    // A player that is off shows nothing, and hears of it when it is back.
    const isShownThere =
      isOff || (!(theirs instanceof DeviceError) && shows(nameOf(other), theirs) === isTogether);
    if (isShownHere && isShownThere) return { kind: "reading", reading: { resource: "group", value: own } };
    if (clock.now() >= until || signal.aborted)
      return refused(notShownBy(isShownHere ? other : self, provenWithinMs));
  }
}

/** Where the bridge reaches a player; undefined for what is no address. */
function urlOf(address: string, { routes }: GroupCall): string | undefined {
  const route = routes?.[address] ?? address;
  return /^[\w.-]+:\d{1,5}$/.test(route) ? `http://${route}` : undefined;
}

/** The group as another player shows it. */
async function readGroup(
  address: string,
  url: string,
  http: PlayerConnection,
  clock: GroupChange["clock"],
  signal: AbortSignal,
): Promise<GroupState | DeviceError> {
  const path = "/SyncStatus";
  try {
    const { root } = readRoot(
      await inTurn(url + path, clock, signal, (onSent) => http.get(path, signal, { onSent })),
    );
    if (root.name === "SyncStatus") return groupOf(root, undefined, address);
    return new DeviceError("malformed", noPlayerThere);
  } catch (error) {
    if (error instanceof DeviceError) return error;
    if (!(error instanceof OtherAnswer)) throw error;
    return new DeviceError("malformed", "reason" in error.answer ? error.answer.reason : noPlayerThere);
  }
}

/** Adds several players by one request. One that does not come keeps no other away, and is named. */
async function gather(change: GroupChange, call: Gathering, signal: AbortSignal): Promise<Reply> {
  const { before, clock } = change;
  const missing = new Map<string, Phrase>();
  /** The players that answer, by the address that each has for itself. */
  const coming = new Map<string, () => Promise<GroupState | DeviceError>>();
  const addressOf = new Map<string, string>();
  await Promise.all(
    call.others.map(async (other) => {
      const url = urlOf(other, call);
      const read = async (): Promise<GroupState | DeviceError> => {
        if (url === undefined) return new DeviceError("unreachable", noAddress);
        await using http = new PlayerConnection({ ...change.http, url });
        return await readGroup(other, url, http, clock, signal);
      };
      const state = await read();
      if (state instanceof DeviceError) missing.set(other, state.phrase);
      else {
        coming.set(state.self, read);
        addressOf.set(state.self, other);
      }
    }),
  );
  const given = [...coming.keys()];
  const parts = given.map((address) => /^(.*):(\d+)$/.exec(address) ?? []);
  const [hosts, ports] = [1, 2].map((part) => parts.map((found) => found[part]).join(","));
  if (given.length > 0) {
    try {
      const answer = await change.askOwn(`/AddSlave?slaves=${hosts}&ports=${ports}`, signal);
      const taken = new Set(
        answer?.children.map(({ attributes: { id = "", port = "" } }) => `${id}:${port}`) ?? given,
      );
      for (const address of given) {
        if (taken.has(address)) continue;
        missing.set(addressOf.get(address) ?? address, inAnotherGroup);
        coming.delete(address);
      }
    } catch (error) {
      // The players show what came of a request whose answer was lost.
      if (!(error instanceof DeviceError) || error.fault !== "broken") throw error;
    }
  }
  const until = clock.now() + provenWithinMs;
  let own: GroupState | undefined;
  while (coming.size > 0) {
    await pause(500, clock, signal);
    const [shown, ...theirs] = await Promise.all([
      change.readOwn(signal),
      ...Array.from(coming, async ([address, read]) => [address, await read()] as const),
    ]);
    own = shown;
    for (const [address, state] of theirs) {
      const isThere = !(state instanceof DeviceError) && state.primary === before.self;
      if (isThere && shown.members.includes(address)) coming.delete(address);
    }
    if (coming.size > 0 && (clock.now() >= until || signal.aborted)) break;
  }
  for (const address of coming.keys())
    missing.set(addressOf.get(address) ?? address, notShownBy(address, provenWithinMs));
  const reason = missingFrom(missing);
  return reason === undefined && own !== undefined
    ? { kind: "reading", reading: { resource: "group", value: own } }
    : refused(reason ?? noPlayerThere);
}

interface Plan {
  readonly primary: string;
  readonly secondary: string;
  readonly isTogether: boolean;
}

/** Who is asked to take or release whom; a reason if nobody can be. */
function planOf(call: Change, { role, self, primary, members }: GroupState): Plan | Phrase {
  switch (call.to) {
    case "join":
      return { primary: call.other, secondary: self, isTogether: true };
    case "add":
      return { primary: self, secondary: call.other, isTogether: true };
    case "remove":
      return { primary: self, secondary: call.other, isTogether: false };
    case "leave": {
      if (primary === undefined || role === "none") return inNoGroup;
      const [other = self, ...rest] = members.filter((member) => member !== self);
      // Of three, the others stay together without it.
      const isLast = role === "primary" && rest.length === 0;
      return { primary, secondary: isLast ? other : self, isTogether: false };
    }
  }
}
