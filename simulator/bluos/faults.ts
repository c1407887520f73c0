import { behaviorGrammar } from "../behavior-grammar.ts";
import { contentFaults } from "../content-faults.ts";
import type { Call, FaultKind, StartFault } from "../fault.ts";
import { transportFaults } from "../transport-faults.ts";
import { errorDocument } from "./documents.ts";
import { notFound, routeNames, xmlReply } from "./routes.ts";
import type { SimulatedPlayer } from "./simulated-player.ts";

const layers = Array.from("abcdefgh");
const bomb = `<?xml version="1.0"?><!DOCTYPE status [<!ENTITY a "${"x".repeat(1000)}">${layers
  .slice(1)
  .map((name, index) => `<!ENTITY ${name} "${`&${layers[index]};`.repeat(10)}">`)
  .join("")}]><status etag="1"><state>&h;</state><title1>&h;</title1></status>`;
const external =
  '<?xml version="1.0"?><!DOCTYPE status [<!ENTITY f SYSTEM "file:///etc/passwd">]><status etag="1"><title1>&f;</title1></status>';
const deep = `${"<a>".repeat(100_000)}${"</a>".repeat(100_000)}`;
const wide = `<status etag="1">${'<a b="c"/>'.repeat(100_000)}</status>`;

function isHeld({ query }: Call): boolean {
  return Number(query.get("timeout") ?? 0) > 0;
}

const reads = new Set([
  "Status",
  "SyncStatus",
  "GitVersion",
  "Playlist",
  "Presets",
  "Browse",
  "RadioBrowse",
  "Artwork",
]);

function acts(call: Call): boolean {
  const { operation, query } = call;
  if (operation === "Volume") return ["level", "mute", "db", "abs_db"].some((name) => query.has(name));
  return operation !== undefined && !reads.has(operation);
}

function instead(body: string): StartFault {
  return () => ({ handle: () => xmlReply(body) });
}

/** Answers at once, whatever token was sent: with a new one each time, or with the same. */
function atOnce(hasNewToken: boolean): StartFault<SimulatedPlayer> {
  return ({ answer }) => {
    let count = 0;
    return {
      appliesTo: isHeld,
      handle(call) {
        const reply = answer(call.operation ?? "");
        if (!hasNewToken) return reply;
        count += 1;
        const text = reply.body.toString().replace(/etag="[^"]*"/, `etag="never-${count}"`);
        return { ...reply, body: Buffer.from(text) };
      },
    };
  };
}

const ownFaults = {
  error: {
    argument: { name: "message", pattern: /^[^@*]+$/ },
    create: (message) => instead(errorDocument(message)),
  },
  notFound: { create: () => () => ({ handle: () => notFound }) },
  bomb: { create: () => instead(bomb) },
  externalEntity: { create: () => instead(external) },
  deep: { create: () => instead(deep) },
  wide: { create: () => instead(wide) },
  otherRoot: { create: () => instead('<?xml version="1.0"?><welcome etag="1"/>') },
  newToken: { create: () => atOnce(true) },
  spinning: { create: () => atOnce(false) },
  /** A held poll is not even answered when its time is up; all else works. */
  endless: {
    create: () => () => ({ appliesTo: isHeld, handle: () => ({ ...notFound, deliver: () => {} }) }),
  },
  /** The player accepts a command, answers 200, and does nothing. */
  ignores: {
    create:
      () =>
      ({ answer }) => ({
        appliesTo: acts,
        handle: ({ operation = "" }) => answer(operation === "Volume" ? operation : "Status"),
      }),
  },
} satisfies Record<string, FaultKind<SimulatedPlayer>>;

export const { usages: faultUsages, parse: parseBehavior } = behaviorGrammar<SimulatedPlayer>(
  { ...transportFaults, ...contentFaults, ...ownFaults },
  routeNames,
);
