import type { GroupCall, Reply } from "../../core/controls/call.ts";
import { DeviceError } from "../../core/errors.ts";
import type { GroupState } from "../../core/resources/group.ts";
import type { Answer } from "../../core/resources/player.ts";
import type { Clock } from "../../lib/clock.ts";
import { type Phrase, toPhrase, translatable } from "../../lib/phrase.ts";
import { pause } from "../http/pause.ts";
import { inAnotherGroup, inNoGroup, noAddress, noPlayerThere, notThere, refused } from "./refusals.ts";

/** A player, as far as a group needs it. */
interface Member<Step> extends AsyncDisposable {
  read(resource: "group", signal: AbortSignal): Promise<Answer>;
  send(step: Step, signal: AbortSignal): Promise<Reply>;
}

/** The requests by which players form groups. Players are named by `host:port`. */
export interface GroupRequests<Step> {
  /** Whether the primary is asked to take others, all at once; else each is asked to join. */
  readonly isLed?: true;
  readonly join: (primary: string, secondaries: readonly string[]) => Step;
  /** Asked of the primary. */
  readonly remove: (secondary: string) => Step;
  /** Asked of a primary that leaves, or of a secondary whose primary is off. */
  readonly end: (group: GroupState) => Step;
}

interface GroupChange<Step> {
  readonly call: GroupCall;
  readonly requests: GroupRequests<Step>;
  readonly own: Omit<Member<Step>, typeof Symbol.asyncDispose>;
  readonly open: (address: string) => Member<Step>;
  readonly clock: Pick<Clock, "now" | "after">;
}

/** Another player, by its own name and by that of the call. */
interface Other<Step> {
  readonly name: string;
  readonly given: string;
  readonly member: Omit<Member<Step>, typeof Symbol.asyncDispose>;
  /** From a player that is off only this one can part, and show it. */
  readonly isOff: boolean;
}

/** Players have taken up to six seconds to find each other. */
const provenWithinMs = 7000;
const everyMs = 500;
/** The primary of a secondary that does not tell it. */
const untold = "";

/**
 * Joins, leaves or changes a group. Both players have to show it: an answer may still be the old state, and a fresh group shows
 * up on one side first. One of several that does not come keeps no other away, and is named.
 */
export async function changeGroup<Step>(change: GroupChange<Step>, signal: AbortSignal): Promise<Reply> {
  const { call, requests, own, open, clock } = change;
  const before = groupIn(await own.read("group", signal));
  if ("text" in before) return refused(before);
  const { self, role, members } = before;
  const mate = members.filter((member) => member !== self).slice(0, 1);
  const wanted = call.to === "leave" ? mate : call.to === "gather" ? call.others : [call.other];
  if (wanted.length === 0 && role === "none") return refused(inNoGroup);
  const isTogether = call.to !== "leave" && call.to !== "remove";
  // Whether the other player is above this one.
  const isBelow = call.to === "join" || (call.to === "leave" && role !== "primary");
  const opened: AsyncDisposable[] = [];
  await using _ = {
    [Symbol.asyncDispose]: async () => {
      for (const member of opened) await member[Symbol.asyncDispose]();
    },
  };
  const failures = new Map<string, Reply>();
  const reach = async (given: string): Promise<readonly Other<Step>[]> => {
    const route = call.routes?.[given] ?? given;
    const member = /^[\w.-]+:\d{1,5}$/.test(route) ? open(route) : undefined;
    if (member !== undefined) opened.push(member);
    // Whatever is at the address, it gets no command before it has answered as a player.
    const there = member === undefined ? noAddress : await groupAt(member, signal);
    const isOff = "text" in there;
    const failure = isOff ? there : isTogether && isTaken(there) ? inAnotherGroup : undefined;
    if (member !== undefined && (failure === undefined || !isTogether))
      return [{ name: isOff ? given : there.self, given, member, isOff }];
    failures.set(given, refused(failure ?? noAddress));
    return [];
  };
  const isTaken = (there: GroupState): boolean => {
    const [above, below] = isBelow ? [there, before] : [before, there];
    if (!requests.isLed) return above.role === "secondary";
    return (below.role === "secondary" || below.role === "both") && below.primary !== above.self;
  };
  const others =
    wanted.length === 0
      ? [{ name: untold, given: untold, member: own, isOff: true }]
      : (await Promise.all(wanted.map(reach))).flat();
  const ask = async ({ name, member, isOff }: Other<Step>, all: readonly string[]): Promise<Reply> => {
    const step = isTogether
      ? requests.join(isBelow ? name : self, isBelow ? [self] : all)
      : call.to === "leave" && (isOff || role === "primary")
        ? requests.end(before)
        : requests.remove(isBelow ? self : name);
    const isJoinerAsked = isTogether && !requests.isLed;
    const asked = isOff || isBelow === isJoinerAsked ? own : member;
    try {
      const reply = await asked.send(step, signal);
      if (asked === own || reply.kind === "done") return reply;
      // What another player lacks, or fails at, says nothing about this one.
      return refused("reason" in reply ? toPhrase(reply.reason) : notThere);
    } catch (error) {
      if (!(error instanceof DeviceError)) throw error;
      // The players show what came of a request whose answer was lost.
      if (error.fault === "broken") return { kind: "done" };
      if (asked === own) throw error;
      return refused(error.phrase);
    }
  };
  const [first] = others;
  const names = others.map(({ name }) => name);
  const ofAll = requests.isLed && first && (await ask(first, names));
  const waiting = new Set<Other<Step>>();
  for (const other of others) {
    const reply = ofAll ?? (await ask(other, [other.name]));
    if (reply.kind === "done") waiting.add(other);
    failures.set(other.given, reply.kind === "done" ? refused(notShownBy(other.name)) : reply);
  }
  const until = clock.now() + provenWithinMs;
  let value = before;
  while (waiting.size > 0 && clock.now() < until && !signal.aborted) {
    await pause(everyMs, clock, signal);
    const here = await groupAt(own, signal);
    if (!("text" in here)) value = here;
    const prove = async (other: Other<Step>): Promise<void> => {
      const { name, given, member, isOff } = other;
      const isShownHere = shows(here, name, isBelow) === isTogether;
      const isShown = isOff || shows(await groupAt(member, signal), self, !isBelow) === isTogether;
      failures.set(given, refused(notShownBy(isShownHere ? name : self)));
      if (isShownHere && isShown && failures.delete(given)) waiting.delete(other);
    };
    await Promise.all(Array.from(waiting, prove));
  }
  const [failure] = failures.values();
  if (failure === undefined) return { kind: "reading", reading: { resource: "group", value } };
  if (call.to !== "gather") return failure;
  const players = [...failures.keys()].toSorted().join(", ");
  const reason = "reason" in failure ? toPhrase(failure.reason) : notThere;
  return refused(
    translatable("group.missing", "not in the group: {players} ({reason})", { players, reason }),
  );
}

/** Whether a player shows that another one is above it, or below; undefined if it shows nothing. */
function shows(group: GroupState | Phrase, other: string, isAbove: boolean): boolean | undefined {
  if ("text" in group) return undefined;
  if (other === untold) return group.role !== "none";
  return isAbove ? group.primary === other : group.members.includes(other);
}

function notShownBy(player: string): Phrase {
  const seconds = provenWithinMs / 1000;
  return translatable("group.not-shown", "{player} does not show it within {seconds} s", { player, seconds });
}

/** The group of a player, or why it is not known. */
async function groupAt(
  member: Pick<Member<unknown>, "read">,
  signal: AbortSignal,
): Promise<GroupState | Phrase> {
  try {
    return groupIn(await member.read("group", signal));
  } catch (error) {
    if (error instanceof DeviceError) return error.phrase;
    throw error;
  }
}

function groupIn(answer: Answer): GroupState | Phrase {
  if (answer.kind === "reading" && answer.reading.resource === "group") return answer.reading.value;
  return "reason" in answer ? toPhrase(answer.reason) : noPlayerThere;
}
