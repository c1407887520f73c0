import { hash32 } from "../lib/hash.ts";
import type { BridgeName } from "./topics/topics.ts";

/** The name of a bridge in topics. A bridge without a fleet has the plain name. */
export function bridgeNameOf(member: string): BridgeName {
  return member === "" ? "bridge" : `bridge-${member}`;
}

/** What a bridge says in its info about the players of the fleet. */
export interface FleetWords {
  /** The players that it polls, or asks to poll. */
  readonly claims: readonly string[];
  /** Players of others that are its own by the hash. */
  readonly wants: readonly string[];
  /** Whether it does not know the claims of the others yet. It polls nothing then, or goes on with what nobody can have taken. */
  readonly isReading: boolean;
  /** A hash of the players in its configuration. */
  readonly list: string | undefined;
  /** Counts its infos. */
  readonly sequence: number | undefined;
}

/** Another bridge below the same base topic. */
interface Member {
  readonly state: string;
  /** What it says; undefined before its first info. */
  readonly words: FleetWords | undefined;
  /** Since when each player is claimed by it. */
  readonly claims: ReadonlyMap<string, number>;
  /** The number of the last info of this connection; a second number proves that it lives. */
  readonly sequence: number | undefined;
  readonly heardAt: number;
  /** Since when it is offline or silent; undefined while it is present. */
  readonly goneAt: number | undefined;
}

/** A player that this bridge polls, or asks to poll. */
interface OwnClaim {
  /** The claim came back from the broker with no earlier one beside it; since then. */
  readonly heldSince: number | undefined;
  /** The info that has to come back; undefined until it is published. */
  readonly askedIn: number | undefined;
  /** The first info of this connection with the claim: the others know of it once that is back. */
  readonly knownFrom: number | undefined;
  /** The loop of the player stops; then the claim is withdrawn. */
  readonly isLeaving: boolean;
}

interface WithdrawnClaim extends Pick<OwnClaim, "knownFrom"> {
  /** The first info without the claim: the others know of it no longer once that is back. */
  readonly knownUntil: number | undefined;
}

export interface FleetOptions {
  readonly self: BridgeName;
  /** How long the players of a dead member wait for its return. */
  readonly graceMs: number;
}

/** A fleet as one of its members knows it. */
export interface Fleet extends FleetOptions {
  readonly players: ReadonlySet<string>;
  readonly members: ReadonlyMap<BridgeName, Member>;
  readonly own: ReadonlyMap<string, OwnClaim>;
  /** Withdrawn claims that the others may still know. */
  readonly withdrawn: ReadonlyMap<string, WithdrawnClaim>;
  /** `reading`: connected, but the retained claims of the others have not arrived yet. */
  readonly phase: "away" | "reading" | "read" | "ended";
  /** Since when the broker has not confirmed that we are there; undefined while it has. */
  readonly awaySince: number | undefined;
  readonly connectedAt: number;
  /** The last own info that came back from the broker. */
  readonly echoed: number;
  /** The first own info of this connection; undefined until it is published. */
  readonly introducedIn: number | undefined;
  /** Whether the others take this member for present, and for one that does not know their claims yet. */
  readonly isIntroduced: boolean;
  readonly isKnownToRead: boolean;
  /** Nothing may be sent to a player until this info has come back; undefined if everything may. */
  readonly heldUntil: number | "next" | undefined;
  /** Since when nobody claims a player for which another member comes first. */
  readonly unclaimed: ReadonlyMap<string, number>;
  readonly wants: readonly string[];
  /** The members that still poll players of ours, with their number. */
  readonly awaited: ReadonlyMap<BridgeName, number>;
  /** Players of dead members for which this one answers. */
  readonly orphans: ReadonlySet<string>;
}

/** An overlap that a cluster of brokers allowed is ended after this time. */
const contestMs = 1000;
/** Each bridge publishes its health once a minute: one that misses two is gone, even if its will was not published. */
const silentMs = 150_000;
/** So many players move to a newcomer at a time. It asks for more once it has half of them, since each info is work for all. */
const mostWanted = 25;

const newClaim: OwnClaim = {
  heldSince: undefined,
  askedIn: undefined,
  knownFrom: undefined,
  isLeaving: false,
};

const nothingAhead = {
  unclaimed: new Map<string, number>(),
  wants: [] as readonly string[],
  awaited: new Map<BridgeName, number>(),
  orphans: new Set<string>(),
} as const satisfies Partial<Fleet>;

export function newFleet(options: FleetOptions, players: Iterable<string>): Fleet {
  return {
    ...options,
    players: new Set(players),
    members: new Map(),
    own: new Map(),
    withdrawn: new Map(),
    introducedIn: undefined,
    isIntroduced: false,
    isKnownToRead: true,
    phase: "away",
    awaySince: undefined,
    connectedAt: Number.NEGATIVE_INFINITY,
    echoed: 0,
    heldUntil: undefined,
    ...nothingAhead,
  };
}

/** What happens to a member of a fleet. */
export type FleetEvent =
  | { readonly kind: "connected" | "read" | "ending" | "dropped" }
  /** A process that stood still notices it late. */
  | { readonly kind: "disconnected"; readonly agoMs: number }
  | { readonly kind: "configured"; readonly players: Iterable<string> }
  | { readonly kind: "state"; readonly member: BridgeName; readonly state: string }
  /** Undefined words are those of a member whose topics were cleared. */
  | { readonly kind: "info"; readonly member: BridgeName; readonly words: FleetWords | undefined }
  | { readonly kind: "health"; readonly member: BridgeName }
  | { readonly kind: "forgotten"; readonly member: BridgeName }
  /** Our own info was handed to the broker, or came back from it. */
  | { readonly kind: "published"; readonly sequence: number }
  | { readonly kind: "echoed"; readonly sequence: number; readonly isReading: boolean }
  /** Our own state came from the broker: it is that of this connection, or the will of an earlier one. */
  | { readonly kind: "own-state"; readonly state: string }
  /** The process stood still for so long that it may have been replaced. */
  | { readonly kind: "stood-still" }
  /** The loops of these players have ended. */
  | { readonly kind: "stopped"; readonly players: readonly string[] }
  /** Time has passed. */
  | { readonly kind: "tick" };

/** Folds an event in, and decides what follows. */
export function advanceFleet(fleet: Fleet, event: FleetEvent, now: number): Fleet {
  return decide(fold(fleet, event, now), now);
}

function fold(fleet: Fleet, event: FleetEvent, now: number): Fleet {
  switch (event.kind) {
    case "connected":
      return connect(fleet, now);
    case "disconnected":
      return fleet.phase === "ended" ? fleet : disconnect(fleet, now - event.agoMs);
    case "read":
      return fleet.phase === "reading" ? read(fleet, now) : fleet;
    case "ending":
      // One that has not read the claims by now never will.
      return { ...fleet, phase: "ended", heldUntil: fleet.phase === "read" ? fleet.heldUntil : "next" };
    case "dropped":
      return { ...newFleet(fleet, fleet.players), members: fleet.members, echoed: fleet.echoed };
    case "configured":
      return { ...fleet, players: new Set(event.players) };
    case "forgotten": {
      const members = new Map(fleet.members);
      members.delete(event.member);
      return { ...fleet, members };
    }
    case "state":
    case "info":
    case "health":
      return hear(fleet, event, now);
    case "published":
      return publish(fleet, event.sequence);
    case "echoed":
      return echo(fleet, event);
    case "own-state":
      return hearSelf(fleet, event.state);
    case "stood-still":
      return standStill(fleet, now);
    case "stopped": {
      const own = new Map(fleet.own);
      const withdrawn = new Map(fleet.withdrawn);
      for (const id of event.players) {
        const claim = own.get(id);
        if (claim?.isLeaving !== true) continue;
        own.delete(id);
        withdrawn.set(id, { knownFrom: claim.knownFrom, knownUntil: undefined });
      }
      return { ...fleet, own, withdrawn };
    }
    case "tick":
      return fleet;
  }
}

function disconnect(fleet: Fleet, at: number): Fleet {
  // Retained messages may arrive before the next connection is reported: they prove no life.
  const members = mapValues(fleet.members, (member) => ({ ...member, sequence: undefined }));
  return { ...fleet, ...unknown, members, phase: "away", awaySince: fleet.awaySince ?? at };
}

function connect(fleet: Fleet, now: number): Fleet {
  const members = mapValues(fleet.members, (member) => ({ ...member, heardAt: now }));
  const own = mapValues(asked(fleet.own), (claim) => ({ ...claim, knownFrom: undefined }));
  return { ...fleet, ...unknown, members, phase: "reading", connectedAt: now, own };
}

/** All retained claims have arrived. */
function read(fleet: Fleet, now: number): Fleet {
  const next: Fleet = { ...fleet, phase: "read", awaySince: undefined };
  return isLongAway(fleet, now) ? hold(next) : next;
}

/** Whatever the others have said meanwhile is still unread: none of them is silent. */
function standStill(fleet: Fleet, now: number): Fleet {
  return { ...hold(fleet), members: mapValues(fleet.members, (member) => ({ ...member, heardAt: now })) };
}

/** Others may have taken our players: nothing is sent to one before the broker has answered. */
function hold(fleet: Fleet): Fleet {
  return { ...fleet, heldUntil: "next", own: asked(fleet.own) };
}

/** The claims have to come back from the broker again. */
function asked(own: Fleet["own"]): ReadonlyMap<string, OwnClaim> {
  return mapValues(own, (claim) => ({ ...claim, askedIn: undefined, heldSince: undefined }));
}

/** What the others know of a member that has no connection, or a new one. */
const unknown = {
  introducedIn: undefined,
  isIntroduced: false,
  withdrawn: new Map<string, WithdrawnClaim>(),
} as const satisfies Partial<Fleet>;

function isLongAway({ awaySince, graceMs }: Fleet, now: number): boolean {
  return awaySince !== undefined && now - awaySince >= graceMs;
}

/** Whether nothing may be sent to any player now, since others may have taken them. */
export function isOnHold(fleet: Fleet, now: number): boolean {
  return fleet.heldUntil !== undefined || isLongAway(fleet, now);
}

/** Whether this member does not know the claims of the others, or leaves and has no players: it is not chosen to answer. */
export function isReading({ heldUntil, own, phase }: Fleet): boolean {
  return heldUntil !== undefined || (phase === "ended" ? own.size === 0 : phase !== "read");
}

/** Whether an info has to go out although it may say the same as the last one: it has to come back. */
export function mustPublish({ heldUntil, own }: Fleet): boolean {
  return heldUntil === "next" || [...own.values()].some(({ askedIn }) => askedIn === undefined);
}

function publish(fleet: Fleet, sequence: number): Fleet {
  const own = mapValues(fleet.own, (claim) => {
    const { askedIn = sequence, knownFrom = sequence } = claim;
    return askedIn === claim.askedIn && knownFrom === claim.knownFrom
      ? claim
      : { ...claim, askedIn, knownFrom };
  });
  const withdrawn = mapValues(fleet.withdrawn, ({ knownFrom, knownUntil = sequence }) => ({
    knownFrom,
    knownUntil,
  }));
  const { heldUntil, introducedIn = sequence } = fleet;
  return { ...fleet, own, withdrawn, introducedIn, heldUntil: heldUntil === "next" ? sequence : heldUntil };
}

function echo(fleet: Fleet, { isReading, sequence }: Extract<FleetEvent, { kind: "echoed" }>): Fleet {
  const echoed = Math.max(fleet.echoed, sequence);
  const withdrawn = new Map([...fleet.withdrawn].filter(([, { knownUntil }]) => !isBack(knownUntil, echoed)));
  const next = { ...fleet, echoed, withdrawn, isKnownToRead: isReading };
  return { ...next, isIntroduced: fleet.isIntroduced || isBack(next.introducedIn, echoed) };
}

function hearSelf(fleet: Fleet, state: string): Fleet {
  return { ...fleet, isIntroduced: state === "online" && isBack(fleet.introducedIn, fleet.echoed) };
}

/** Whether the broker has sent this info of ours. */
function isBack(sequence: number | undefined, echoed: number): boolean {
  return sequence !== undefined && sequence <= echoed;
}

type Heard = Extract<FleetEvent, { readonly kind: "state" | "info" | "health" }>;

function hear(fleet: Fleet, event: Heard, now: number): Fleet {
  const { member: name } = event;
  const before = fleet.members.get(name) ?? newMember(now);
  const members = new Map(fleet.members);
  if (event.kind === "state" && event.state === "") members.delete(name);
  else members.set(name, { ...hearMember(before, event, fleet.phase, now), heardAt: now });
  return { ...fleet, members };
}

function newMember(now: number): Member {
  return {
    state: "",
    words: undefined,
    claims: new Map(),
    sequence: undefined,
    heardAt: now,
    goneAt: undefined,
  };
}

function hearMember(before: Member, event: Heard, phase: Fleet["phase"], now: number): Member {
  switch (event.kind) {
    case "state": {
      const { state } = event;
      if (state !== "online") return { ...before, state, goneAt: before.goneAt ?? now };
      return { ...before, state, goneAt: undefined };
    }
    case "health":
      return before.state === "online" ? { ...before, goneAt: undefined } : before;
    case "info": {
      const { words } = event;
      const { claims = [], sequence } = words ?? {};
      const claimed = new Map(claims.map((id) => [id, before.claims.get(id) ?? now]));
      const isLive = phase === "read" || (before.sequence ?? sequence) !== sequence;
      if (before.state === "offline" && !isLive) {
        // The claims of one that is dead were withdrawn. With another info, it has been there meanwhile.
        if (before.words !== undefined && before.words.sequence === sequence) return { ...before, sequence };
        return { ...before, words, sequence, claims: claimed, goneAt: now };
      }
      // A member that connects publishes its info first, and its state only after its snapshot.
      return { ...before, words, sequence, claims: claimed, goneAt: undefined };
    }
  }
}

/** A member that is gone keeps its players for a while if it did not hand them over. */
function isDying({ claims, goneAt }: Member): boolean {
  return goneAt !== undefined && claims.size > 0;
}

function isPresent({ goneAt, words }: Member): boolean {
  return goneAt === undefined && words !== undefined;
}

/** Whether it knows the claims of the others, so that its own are valid. */
function isReady(member: Member): boolean {
  return isPresent(member) && member.words?.isReading !== true;
}

function decide(before: Fleet, now: number): Fleet {
  if (before.phase === "ended") {
    return { ...before, ...nothingAhead, own: mapValues(before.own, leaving) };
  }
  if (before.phase !== "read") return { ...before, ...nothingAhead };
  const fleet = bury(before, now);
  const isConfirmed = fleet.heldUntil !== "next" && isBack(fleet.heldUntil, fleet.echoed);
  const ring = ringOf(fleet);
  const own = new Map<string, OwnClaim>();
  const wanted = wantedOf(fleet);
  for (const [id, claim] of fleet.own) {
    own.set(
      id,
      fleet.players.has(id) ? judgeOwn(fleet, id, claim, wanted.get(id) ?? [], now) : leaving(claim),
    );
  }
  const askedFor = new Set(fleet.wants);
  const wants = { asked: [] as string[], next: [] as string[] };
  const ahead = {
    unclaimed: new Map<string, number>(),
    awaited: new Map<BridgeName, number>(),
    orphans: new Set<string>(),
  };
  for (const id of fleet.players) {
    const claimants = own.has(id) ? [] : claimantsOf(fleet, id);
    if (claimants.length > 0) {
      const holder = judgeOther(ring, id, claimants, ahead);
      if (holder !== undefined && holder !== "bridge") wants[askedFor.has(id) ? "asked" : "next"].push(id);
    } else if (!own.has(id)) {
      const since = fleet.unclaimed.get(id) ?? now;
      // A member that comes before us may not have this player in its configuration.
      if (now - since < rankOf(id, ring.all) * fleet.graceMs) ahead.unclaimed.set(id, since);
      else own.set(id, newClaim);
    }
    if (fleet.orphans.has(id) && own.get(id)?.heldSince === undefined && own.has(id)) ahead.orphans.add(id);
  }
  const more = wants.asked.length > mostWanted / 2 ? 0 : mostWanted - wants.asked.length;
  return {
    ...fleet,
    ...ahead,
    own,
    wants: [...wants.asked, ...wants.next.slice(0, more)],
    heldUntil: isConfirmed ? undefined : fleet.heldUntil,
  };
}

/** Members of the fleet by their names, each with its part of the hash. */
type Salted = readonly [name: BridgeName, salt: number];
type Names = readonly [self: Salted, ...others: Salted[]];

interface Ring {
  /** The members that players are assigned to: those that are gone may return. */
  readonly all: Names;
  /** Those that answer for players that nobody polls: they know the claims of the others. */
  readonly ready: Names;
}

function ringOf({ members, self }: Fleet): Ring {
  // A bridge without a fleet takes no part.
  const others = [...members].filter(([name]) => name !== "bridge");
  const present = others.filter(([, member]) => isPresent(member)).map(([name]) => name);
  const ready = others.filter(([, member]) => isReady(member)).map(([name]) => name);
  const dying = others.filter(([, member]) => isDying(member)).map(([name]) => name);
  return { all: salted(self, ...present, ...dying), ready: salted(self, ...ready) };
}

/** Declares silent members gone, and withdraws the claims of those that are dead: nobody is, just after our connection. */
function bury(fleet: Fleet, now: number): Fleet {
  const members = mapValues(fleet.members, (member) => {
    const isSilent = member.goneAt === undefined && now - member.heardAt >= silentMs;
    const goneAt = isSilent ? now : member.goneAt;
    const isDead = goneAt !== undefined && now - Math.max(goneAt, fleet.connectedAt) >= fleet.graceMs;
    return { ...member, goneAt, claims: isDead ? new Map<string, number>() : member.claims };
  });
  return { ...fleet, members };
}

/** What becomes of a claim of ours. */
function judgeOwn(
  fleet: Fleet,
  id: string,
  claim: OwnClaim,
  wanting: readonly BridgeName[],
  now: number,
): OwnClaim {
  const claimants = claimantsOf(fleet, id);
  const { askedIn, heldSince } = claim;
  if (heldSince === undefined) {
    // Whatever has arrived before our own claim came back was earlier.
    if (claimants.length > 0) return leaving(claim);
    return isBack(askedIn, fleet.echoed) ? { ...claim, heldSince: now } : claim;
  }
  const isYielding = claimants.some(([name, { words }, since]) => {
    // A bridge without a fleet knows nothing of claims.
    if (name === "bridge") return true;
    if (words?.isReading === true || !isAbove(id, name, fleet.self)) return false;
    return now - Math.max(heldSince, since) >= contestMs;
  });
  const isWanted = wanting.some((name) => isAbove(id, name, fleet.self));
  return isYielding || isWanted ? leaving(claim) : claim;
}

/** The present members that want each player. */
function wantedOf({ members }: Fleet): ReadonlyMap<string, readonly BridgeName[]> {
  const wanted = new Map<string, BridgeName[]>();
  for (const [name, member] of members) {
    const { wants = [] } = (isPresent(member) && member.words) || {};
    for (const id of wants) wanted.set(id, [...(wanted.get(id) ?? []), name]);
  }
  return wanted;
}

/** Judges a player that others claim. Returns its holder if the hash gives it to us. */
function judgeOther(
  { all, ready }: Ring,
  id: string,
  claimants: readonly Claimant[],
  { awaited, orphans }: { awaited: Map<BridgeName, number>; orphans: Set<string> },
): BridgeName | undefined {
  const [holder] = claimants.find(([, member]) => !isDying(member)) ?? [];
  if (holder === undefined) {
    if (rankOf(id, ready) === 0) orphans.add(id);
    return undefined;
  }
  if (rankOf(id, all) > 0) return undefined;
  awaited.set(holder, (awaited.get(holder) ?? 0) + 1);
  return holder;
}

function leaving(claim: OwnClaim): OwnClaim {
  return claim.isLeaving ? claim : { ...claim, isLeaving: true };
}

/** Another bridge that claims a player, and since when. */
type Claimant = readonly [name: BridgeName, member: Member, since: number];

const nobody: readonly Claimant[] = [];

function claimantsOf({ members }: Fleet, id: string): readonly Claimant[] {
  let found = nobody;
  for (const [name, member] of members) {
    const since = member.claims.get(id);
    if (since !== undefined) found = [...found, [name, member, since]];
  }
  return found;
}

function salted(self: BridgeName, ...others: readonly BridgeName[]): Names {
  return [[self, saltOf(self)], ...others.map((name): Salted => [name, saltOf(name)])];
}

/** How many of the others come before the first of these members for the player. */
function rankOf(id: string, [self, ...others]: Names): number {
  const hash = hash32(id);
  const [name, own] = [self[0], weightOf(hash, self[1])];
  let rank = 0;
  for (const [other, salt] of others) {
    const weight = weightOf(hash, salt);
    if (weight > own || (weight === own && other < name)) rank += 1;
  }
  return rank;
}

function isAbove(id: string, one: BridgeName, other: BridgeName): boolean {
  return rankOf(id, salted(one, other)) === 0;
}

function saltOf(member: BridgeName): number {
  return Math.imul(hash32(member), 0x9e3779b9);
}

/**
 * The highest random weight decides. A newcomer takes its share from all others, and nothing moves between those. The
 * result must never change: processes of different versions have to agree.
 */
function weightOf(hash: number, salt: number): number {
  return mix(hash + salt);
}

/** The member to which hashing assigns a player. */
export function memberOf(id: string, members: readonly BridgeName[]): BridgeName | undefined {
  return members.reduce<BridgeName | undefined>(
    (best, name) => (best === undefined || isAbove(id, name, best) ? name : best),
    undefined,
  );
}

/** The last step of MurmurHash3: each input bit affects half of the output bits. */
function mix(value: number): number {
  let bits = value ^ (value >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Whether the mere passing of time may change something soon: a tick costs some milliseconds with ten thousand players. */
export function needsTick({ members, own, unclaimed }: Fleet, now: number): boolean {
  if (unclaimed.size > 0) return true;
  return [...members.values()].some(
    (member) =>
      isDying(member) ||
      (member.goneAt === undefined && now - member.heardAt >= silentMs) ||
      [...own.keys()].some((id) => member.claims.has(id)),
  );
}

/** Whether the loop of a player may begin. */
export function mayStart({ own }: Fleet, id: string): boolean {
  const claim = own.get(id);
  return claim !== undefined && claim.heldSince !== undefined && !claim.isLeaving;
}

/** Whether the loop of a player may go on. */
export function mayGoOn({ own }: Fleet, id: string): boolean {
  return own.get(id)?.isLeaving === false;
}

/**
 * Whether this member answers a command to the player that arrives now. Every member hears every command, and decides by
 * what the broker has sent before, which is the same for all: so one of them answers, and only one.
 * 1. The first that claimed the player and knows the claims of the others.
 * 2. Else one that claims it and still reads, such as after a lost connection: the first by the hash.
 * 3. Else one that knows the claims: the first by the hash.
 */
export function answers(fleet: Fleet, id: string): boolean {
  const { echoed, isIntroduced, isKnownToRead, own, players, self, withdrawn } = fleet;
  if (!isIntroduced) return false;
  const claim = own.get(id);
  const claimants = claimantsOf(fleet, id).filter(([, member]) => isPresent(member));
  // What came back with an earlier claim beside it is never held.
  if (claimants.some(([, member]) => isReady(member)))
    return !isKnownToRead && claim?.heldSince !== undefined && !claim.isLeaving;
  if ([claim, withdrawn.get(id)].some((one) => isBack(one?.knownFrom, echoed)))
    return !isKnownToRead || claimants.every(([name]) => isAbove(id, self, name));
  if (claimants.length > 0 || isKnownToRead || !players.has(id)) return false;
  return rankOf(id, ringOf(fleet).ready) === 0;
}

/** Whether every player that is ours by the hash is here, and nothing is under way. */
export function isSettled({ awaited, heldUntil, own, phase }: Fleet): boolean {
  return (
    phase === "read" &&
    heldUntil === undefined &&
    awaited.size === 0 &&
    [...own.values()].every(({ heldSince, isLeaving }) => heldSince !== undefined && !isLeaving)
  );
}

/** The other members with the number of players of each, without those that have left in good order. */
export function memberStates({
  members,
}: Fleet): ReadonlyMap<BridgeName, { readonly isUp: boolean; readonly players: number }> {
  const counted = [...members].filter(([, member]) => isPresent(member) || hasDied(member));
  return new Map(
    counted.map(([name, member]) => [name, { isUp: isPresent(member), players: member.claims.size }]),
  );
}

/** A member that leaves empties its claims first. */
function hasDied({ goneAt, words }: Member): boolean {
  return goneAt !== undefined && (words?.claims.length ?? 0) > 0;
}

/** The members with another list of players. */
export function membersWithOtherList({ members }: Fleet, list: string): BridgeName[] {
  return [...members]
    .filter(([, member]) => isPresent(member) && (member.words?.list ?? list) !== list)
    .map(([name]) => name);
}

/** Whether a member is taken for gone although the broker has not said so. */
export function isSilent({ members }: Fleet, name: BridgeName): boolean {
  const { goneAt, state } = members.get(name) ?? {};
  return goneAt !== undefined && state !== "offline";
}

/** Bridges that have been gone for this long, and still have topics. */
export function absentFor({ members }: Fleet, ms: number, now: number): BridgeName[] {
  return [...members]
    .filter(([, { goneAt }]) => goneAt !== undefined && now - goneAt >= ms)
    .map(([name]) => name);
}

/** Whether another bridge polls the player, or may return to it. */
export function isClaimedByOthers(fleet: Fleet, id: string): boolean {
  return claimantsOf(fleet, id).length > 0;
}

function mapValues<Key, From, To>(map: ReadonlyMap<Key, From>, change: (value: From) => To): Map<Key, To> {
  return new Map(Array.from(map, ([key, value]) => [key, change(value)]));
}
