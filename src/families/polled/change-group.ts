import type { GroupCall, Reply } from "../../core/controls/call.ts";
import { DeviceError } from "../../core/errors.ts";
import type { GroupState } from "../../core/resources/group.ts";
import type { Answer } from "../../core/resources/player.ts";
import type { Clock } from "../../lib/clock.ts";
import { type Phrase, toPhrase } from "../../lib/phrase.ts";
import { pause } from "../http/pause.ts";
import type { Grouping, Step } from "./make.ts";
import {
  inAnotherGroup,
  inNoGroup,
  missingFrom,
  noAddress,
  noPlayerThere,
  notShownBy,
  notThere,
  refused,
} from "./refusals.ts";

/** A player, as far as a group needs it. */
interface Member extends AsyncDisposable {
  read(resource: "group", signal: AbortSignal): Promise<Answer>;
  send(step: Step, signal: AbortSignal): Promise<Reply>;
}

interface GroupChange {
  readonly call: GroupCall;
  readonly grouping: Grouping;
  readonly own: Omit<Member, typeof Symbol.asyncDispose>;
  readonly open: (address: string) => Member;
  readonly clock: Pick<Clock, "now" | "after">;
}

type Gathering = GroupCall & { readonly to: "gather" };

/** Players have taken up to six seconds to find each other. */
const provenWithinMs = 7000;
const everyMs = 1000;

/** Joins, leaves or changes a group. Both players have to show it: a confirmation alone proves nothing. */
export async function changeGroup(change: GroupChange, signal: AbortSignal): Promise<Reply> {
  const { call, grouping, own, open, clock } = change;
  if (call.to === "gather") return gather(change, call, signal);
  const before = await groupAt(own, signal);
  if ("text" in before) return refused(before);
  const otherName =
    call.to === "leave" ? before.members.find((member) => member !== before.self) : call.other;
  if (otherName === undefined) return refused(inNoGroup);
  const route = call.routes?.[otherName] ?? otherName;
  if (!/^[\w.-]+:\d{1,5}$/.test(route)) return refused(noAddress);
  await using other = open(route);
  // Whatever is at the address, it gets no command before it has answered as a player.
  const there = await groupAt(other, signal);
  // From a player that is off only this one can part, and show it.
  const isOff = "text" in there;
  const isTogether = call.to === "join" || call.to === "add";
  if (isOff && isTogether) return refused(there);
  const isBelow = call.to === "join" || (call.to === "leave" && before.role === "secondary");
  const [self, otherSelf] = [before.self, isOff ? otherName : there.self];
  // Who joins, or whose group is left.
  const [primary, secondary] = isBelow ? [otherSelf, self] : [self, otherSelf];
  if (isTogether && !isOff && (isBelow ? there : before).role === "secondary") return refused(inAnotherGroup);
  const isEnd = call.to === "leave" && (isOff || before.role === "primary");
  const step = isTogether
    ? grouping.join(hostOf(primary))
    : isEnd
      ? grouping.end
      : grouping.remove(hostOf(secondary));
  const isAskedHere = isOff || (isTogether ? secondary : primary) === self;
  const reply = await (isAskedHere ? own : other).send(step, signal);
  if (reply.kind !== "done") return reply.kind === "unsupported" ? refused(notThere) : reply;
  const until = clock.now() + provenWithinMs;
  for (;;) {
    await pause(everyMs, clock, signal);
    const here = await groupAt(own, signal);
    const theirs = isOff ? there : await groupAt(other, signal);
    const [above, below] = isBelow ? [theirs, here] : [here, theirs];
    const isShown = isOff
      ? !("text" in here) && !here.members.includes(call.to === "remove" ? otherName : self)
      : !("text" in above) &&
        !("text" in below) &&
        (below.primary === primary) === isTogether &&
        above.members.includes(secondary) === isTogether;
    if (isShown && !("text" in here)) return { kind: "reading", reading: { resource: "group", value: here } };
    if (clock.now() >= until || signal.aborted) return refused(notShownBy(otherName, provenWithinMs));
  }
}

/** Adds several players, one after another: each joins by a request of its own. Those that do not come are named. */
async function gather(change: GroupChange, call: Gathering, signal: AbortSignal): Promise<Reply> {
  const { operation, routes = {} } = call;
  const missing = new Map<string, Phrase>();
  let last: Reply | undefined;
  for (const other of call.others) {
    const reply = await changeGroup({ ...change, call: { operation, to: "add", other, routes } }, signal);
    if (reply.kind === "reading") last = reply;
    else missing.set(other, "reason" in reply ? toPhrase(reply.reason) : notThere);
  }
  const reason = missingFrom(missing);
  return reason === undefined && last !== undefined ? last : refused(reason ?? notThere);
}

/** The group of a player, or why it is not known. */
async function groupAt(member: Pick<Member, "read">, signal: AbortSignal): Promise<GroupState | Phrase> {
  try {
    const answer = await member.read("group", signal);
    if (answer.kind === "reading" && answer.reading.resource === "group") return answer.reading.value;
    return noPlayerThere;
  } catch (error) {
    if (error instanceof DeviceError) return error.phrase;
    throw error;
  }
}

function hostOf(name: string): string {
  return name.replace(/:\d+$/, "");
}
