import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Trouble } from "./plan-episode.ts";

/** A change of the sources that makes a bug. */
interface Edit {
  /** A text that occurs exactly once in all sources. */
  readonly find: string;
  readonly put: string;
}

/** A bug to plant. */
export interface Plant {
  readonly name: string;
  /** What is wrong with a bridge that has it. */
  readonly means: string;
  readonly edits: readonly [Edit, ...Edit[]];
}

const plant = (name: string, means: string, find: string, put: string, ...more: readonly Edit[]): Plant => ({
  name,
  means,
  edits: [{ find, put }, ...more],
});

/** Bugs that the harness has to find. Their anchors are short, so that they survive a change around them. */
export const plants: readonly Plant[] = [
  plant(
    "no-read-back",
    "a selection is not read back a second later",
    "return { ...withResource(session, proof, { dueAt }), readBackAt, pending: next };",
    'return proof === "audio" ? { ...session, pending: next } : { ...withResource(session, proof, { dueAt }), readBackAt, pending: next };',
  ),
  plant(
    "call-again",
    "a call that failed is sent again",
    "? [] : pending.calls.slice(1),",
    "? [] : isFault && !pending.isUncertain ? pending.calls : pending.calls.slice(1),",
  ),
  plant(
    "zoom-missing",
    "video/zoom is left out of a snapshot",
    "changes.push({ leaf: leaf as PlayerLeaf, payload });",
    'if (previous !== undefined || leaf !== "video/zoom") changes.push({ leaf: leaf as PlayerLeaf, payload });',
  ),
  plant(
    "no-back-off",
    "a dead player is asked again and again",
    "quietUntil: now + backoffMs(policy.backoff, failures, jitter(policy.phase, failures)),",
    "quietUntil: now + policy.gapMs,",
  ),
  plant(
    "sockets-stay",
    "the socket of a failed request is not closed",
    "this.#request?.destroy();\n    this.#owner.reject(error);",
    "this.#owner.reject(error);",
  ),
  plant(
    "never-offline",
    "a player never becomes offline",
    'availability: isOffline ? "offline" : "online",',
    'availability: "online",',
  ),
  plant(
    "unproven-applied",
    "a command is applied as soon as it was sent",
    "if (isComplete && (isObserved || effect.isShownBySilence) && effect.isShown(session)) {",
    "if (calls.length === 0 || ((isObserved || effect.isShownBySilence) && effect.isShown(session))) {",
  ),
  plant(
    "long-rests",
    "every rest takes 29.5 s",
    "return Math.round(Math.min(doubled, policy.maxMs) * (0.75 + 0.25 * random));",
    "return Math.min(29_500, doubled + 29_500 + random);",
  ),
  plant(
    "obeys-late",
    "a command that waited while the process stood still is obeyed",
    "const receivedAt = clock.now() - messageAgeMs();",
    "const receivedAt = clock.now() - 0 * messageAgeMs();",
  ),
  plant(
    "no-expiry",
    "a command is obeyed however old it is",
    'if (now >= expiryOf(session, command)) return { kind: "settle", outcome: { kind: "expired" } };',
    "",
  ),
  plant(
    "stale-call-again",
    "a call is sent again when its connection was stale",
    "if (isStale && (!this.acts || wasNeverWritten(error))) {",
    "if (isStale && (!this.acts || wasNeverWritten(error) || true)) {",
    { find: "if (isStale) this.#owner.connection.closesSilently = true;", put: "" },
  ),
  plant(
    "no-subscription",
    "after a reconnect nothing is subscribed",
    "const subscribed = connection.subscribe(this.subscriptions);",
    "const subscribed = connection.subscribe(this.#sender.sent > 0 ? [] : this.subscriptions);",
  ),
  plant(
    "player-forgotten",
    "one player is left out of the snapshot after a reconnect",
    "for (const session of this.sessions) session.announce();",
    "for (const session of this.sessions.slice(1)) session.announce();",
  ),
  plant(
    "outcome-dropped",
    "an outcome is dropped while the broker is away",
    "if (!message.retain || this.#connection !== undefined) this.#outbox.add(message);",
    "if (this.#connection !== undefined) this.#outbox.add(message);",
  ),
  plant(
    "queue-without-current",
    "the queue does not tell its current entry",
    "JSON.stringify({ ...envelope, current: current ?? null, entries: part }),",
    "JSON.stringify({ ...envelope, current: null, entries: part }),",
  ),
  plant(
    "lists-of-old-film",
    "subtitles and audio tracks are those of the film before",
    "if (before?.key === after.key) return [];",
    "if (before !== undefined) return [];",
  ),
  plant(
    "lists-of-earlier-run",
    "the lists of a film that ended while the bridge was away stay",
    'readWith === "film" && video?.state === "idle";',
    'readWith === "film" && video?.state === "idle" && false;',
  ),
  plant(
    "position-frozen",
    "the position stays while the film plays",
    "now - shown.at < positionIntervalMs * intervalTolerance;",
    "now - shown.at < positionIntervalMs * intervalTolerance * 1000;",
  ),
  plant(
    "not-retained",
    "the availability is not retained",
    'if (leaf === "availability") return { ...message, qos: 1 };',
    'if (leaf === "availability") return { ...message, qos: 1, retain: false };',
  ),
  plant(
    "rash-offline",
    "a player is offline at its first failure",
    "session.failures + 1 >= policy.offlineAfter ||",
    "session.failures + 2 >= policy.offlineAfter ||",
  ),
  plant(
    "two-requests",
    "a player gets two requests at once",
    "return this.#readUnder(this.#prefix, resource, signal);",
    'if (resource === "audio") this.#readUnder(this.#prefix, "audio", signal).catch(() => {});\n return this.#readUnder(this.#prefix, resource, signal);',
    { find: "if (this.#current === undefined) this.#next();", put: "this.#next();" },
    { find: "maxSockets: 1,", put: "maxSockets: 4," },
  ),
  plant(
    "reload-disturbs",
    "a reload disturbs players whose settings stay",
    "const isSame = before !== undefined && isDeepStrictEqual(before.facts, facts);",
    "const isSame = before !== undefined && isDeepStrictEqual(before.facts, facts) && false;",
  ),
  plant(
    "options-not-announced",
    "new options are not announced to Home Assistant",
    "return isDecisive || this.#choices !== before;",
    "return isDecisive && this.#choices !== before;",
  ),
  plant(
    "superseded-silently",
    "a superseded command has no outcome",
    'this.publishOutcome(older, { kind: "superseded" });',
    "void older;",
  ),
  plant(
    "second-outcome",
    "a command has two outcomes",
    "for (const { command, outcome } of settled) this.publishOutcome(command, outcome);",
    'for (const { command, outcome } of settled) { this.publishOutcome(command, outcome); this.publishOutcome(command, { kind: "unchanged" }); }',
  ),
  plant(
    "no-will",
    "the bridge sets no will",
    "...(will === undefined\n      ? {}",
    "...(will === undefined || true\n      ? {}",
  ),
  plant(
    "no-farewell",
    "a bridge that stops stays online",
    "this.#options.broker.publish(...this.#stateMessages());",
    "",
  ),
  plant(
    "open-at-stop",
    "commands that are open at the stop have no outcome",
    "for (const command of open) this.publishOutcome(command, this.#abandonedOutcome);",
    "void open;",
  ),
  plant(
    "old-after-absence",
    "a player that returns is not read anew",
    "return withDue(forgetMissingPicture(forgetDenials(next)), now, others);",
    "return others.length < 0 ? withDue(forgetMissingPicture(forgetDenials(next)), now, others) : next;",
  ),
  plant(
    "unasked",
    "a player skips a track that nobody asked it to skip",
    "const prefix = known ?? (await this.#findPrefix(signal));",
    "const prefix = known ?? (await this.#findPrefix(signal));\n await this.#http.get(`/${prefix}MusicControl/v2/playNext`, signal);",
  ),
  plant(
    "polls-rarely",
    "players are polled at every fifth tick",
    "if (isIdle && skippedTicks + 1 < policy.idleFactor)",
    "if ((isIdle || true) && skippedTicks + 1 < 5)",
  ),
  plant(
    "polls-greedily",
    "a list that was read is read again at once",
    "dueAt: futureOrNever(dueAt, now),",
    'dueAt: name === "audio" ? now : futureOrNever(dueAt, now),',
  ),
  plant(
    "too-large-stays",
    "a topic that is too large for the broker keeps its old value",
    'topic.startsWith(`${base}/`) ? { ...message, payload: "" } : undefined;',
    'topic.startsWith(`${base}//`) ? { ...message, payload: "" } : undefined;',
  ),
];

/** The trouble that shows a bug; any storm shows the others. */
export const shownBy: Readonly<Record<string, Trouble>> = {
  "reload-disturbs": "bridge reloaded",
  "no-read-back": "bridge reloaded",
  "no-back-off": "player dead",
  "never-offline": "player dead",
  "rash-offline": "player dead",
  "old-after-absence": "player dead",
  "zoom-missing": "broker forgets",
  "player-forgotten": "broker forgets",
  "no-subscription": "broker forgets",
  "outcome-dropped": "broker forgets",
  "too-large-stays": "broker limited",
  "obeys-late": "bridge stands still",
  "no-expiry": "bridge stands still",
  "no-will": "bridge killed",
  "lists-of-earlier-run": "bridge killed",
  "no-farewell": "bridge restarted",
  "open-at-stop": "bridge restarted",
};

/** The plant of this name. */
export function plantNamed(name: string): Plant | undefined {
  return plants.find((one) => one.name === name);
}

/** A file of the sources with its new text. */
export interface Planted {
  readonly file: string;
  readonly text: string;
}

/** Plants a bug in a tree of sources. Throws if the sources have changed so that it does not apply any more. */
export function plantIn(sources: string, { name, edits }: Plant): Planted[] {
  const planted = new Map<string, string>();
  for (const { find, put } of edits) {
    const found = filesIn(sources).flatMap((file) => {
      const text = planted.get(file) ?? readFileSync(file, "utf8");
      const times = text.split(find).length - 1;
      return times === 0 ? [] : [{ file, text, times }];
    });
    const [only] = found;
    if (only === undefined || found.length > 1 || only.times > 1) {
      const where = found.length === 0 ? "nowhere" : found.map(({ file }) => file).join(", ");
      throw new Error(
        `the bug ${name} cannot be planted: ${JSON.stringify(find)} must stand once, but stands ${where}`,
      );
    }
    planted.set(
      only.file,
      only.text.replace(find, () => put),
    );
  }
  return Array.from(planted, ([file, text]) => ({ file, text }));
}

function filesIn(sources: string): string[] {
  return readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(sources, file));
}
