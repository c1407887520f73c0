import type { GroupCall, Reply } from "../../core/controls/call.ts";
import { DeviceError } from "../../core/errors.ts";
import type { GroupState } from "../../core/resources/group.ts";
import type { Clock } from "../../lib/clock.ts";
import { message, type Phrase } from "../../lib/phrase.ts";
import type { HttpOptions } from "../http/http.ts";
import { DeviceHttp } from "../http/http.ts";
import { refused } from "./calls.ts";
import { readRoot } from "./document.ts";
import { groupOf } from "./map-sync.ts";
import { inTurn, pause } from "./pace.ts";
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

/**
 * Joins, leaves or changes a group. Both players have to show it: the answer to the request may still be the old state, and a
 * fresh group shows up on one side first.
 */
export async function changeGroup(change: GroupChange, signal: AbortSignal): Promise<Reply> {
  const { call, before, clock } = change;
  const plan = planOf(call, before);
  if ("text" in plan) return refused(plan);
  const { primary, secondary, isTogether } = plan;
  const other = [primary, secondary, ...before.members].find((member) => member !== before.self) ?? primary;
  if (!/^[\w.-]+:\d{1,5}$/.test(other))
    return refused(message("group.no-address", "this is no address of a player"));
  await using http = new DeviceHttp({ ...change.http, url: `http://${other}` });
  const readOther = async (): Promise<GroupState> => {
    const path = "/SyncStatus";
    const { root } = readRoot(
      await inTurn(`http://${other}${path}`, clock, signal, (onSent) => http.get(path, signal, { onSent })),
    );
    if (root.name !== "SyncStatus")
      throw new DeviceError("malformed", message("answer.no-one", "no player answers there"));
    return groupOf(root, undefined, other);
  };
  const [host = "", port = ""] = secondary.split(":");
  const request = `/${isTogether ? "AddSlave" : "RemoveSlave"}?slave=${host}&port=${port}`;
  const askOther = async (path: string): Promise<XmlElement> =>
    readRoot(await http.get(path, signal, { acts: true })).root;
  try {
    // Whatever is at the address, it gets no command before it has answered as a player.
    await readOther();
    const answer = primary === before.self ? await change.askOwn(request, signal) : await askOther(request);
    if (isTogether && answer !== undefined && childOf(answer, "slave") === undefined)
      return refused(message("group.elsewhere", "the player refused: one of both is in another group"));
  } catch (error) {
    // A secondary whose primary is off cannot be removed by it, but leaves by itself.
    const mayLeaveAlone = call.to === "leave" && before.role === "secondary" && error instanceof DeviceError;
    if (!mayLeaveAlone) throw error;
    await change.askOwn("/SetMaster", signal);
    return { kind: "done" };
  }
  const until = clock.now() + provenWithinMs;
  for (;;) {
    await pause(500, clock, signal);
    const [own, there] = [await change.readOwn(signal), await readOther()];
    const [above, below] = primary === before.self ? [own, there] : [there, own];
    const isAbove = primary === secondary ? above.role !== "none" : above.members.includes(secondary);
    const isBelow = below.primary === primary && below.role !== "primary";
    if (isAbove === isTogether && isBelow === isTogether)
      return { kind: "reading", reading: { resource: "group", value: own } };
    if (clock.now() >= until || signal.aborted)
      return refused(
        message("group.not-shown", "{player} does not show it within {seconds} s", {
          player: isAbove === isTogether ? secondary : primary,
          seconds: provenWithinMs / 1000,
        }),
      );
  }
}

interface Plan {
  readonly primary: string;
  readonly secondary: string;
  readonly isTogether: boolean;
}

/** Who is asked to take or release whom; a reason if nobody can be. */
function planOf(call: GroupCall, { role, self, primary, members }: GroupState): Plan | Phrase {
  switch (call.to) {
    case "join":
      return { primary: call.other, secondary: self, isTogether: true };
    case "add":
      return { primary: self, secondary: call.other, isTogether: true };
    case "remove":
      return { primary: self, secondary: call.other, isTogether: false };
    case "leave": {
      if (primary === undefined || role === "none")
        return message("group.none", "this player is in no group");
      const [other = self, ...rest] = members.filter((member) => member !== self);
      // Of three, the others stay together without it.
      const isLast = role === "primary" && rest.length === 0;
      return { primary, secondary: isLast ? other : self, isTogether: false };
    }
  }
}
