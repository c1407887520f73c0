import type { Trouble } from "./plan-episode.ts";

/** A change of the sources that makes a bug. */
interface Edit {
  /** A text that occurs exactly once in all sources. */
  readonly find: string;
  readonly put: string;
}

export interface Plant {
  readonly name: string;
  readonly means: string;
  readonly edits: readonly [Edit, ...Edit[]];
  /**
   * Matches the findings of the fault harness that are due to it: a busy machine may break other promises at the same
   * time. Undefined if the harness does not find it.
   */
  readonly finding?: RegExp;
  /** The fault after a storm that shows it, or a fleet; undefined if the storms do. */
  readonly shownBy?: Trouble | "fleet";
  /** The test files that fail with it, and whether a player made at random shows it: see try-plants.ts. */
  readonly tests?: readonly string[];
  readonly isShownAtRandom?: boolean;
}

/** Bugs that the harness has to find. Their anchors are short, so that they survive a change around them. */
export const plants: readonly Plant[] = [
  {
    name: "two-obey",
    means: "an older bridge does not give way to another one of its name",
    edits: [{ find: "return term > this.#term || (", put: "return term > 1e9 && (" }],
    finding: /outcome.*and \{|does not take over|was asked for/,
    shownBy: "bridge moved",
  },
  {
    name: "all-answer",
    means: "members of a fleet answer commands to players of others",
    edits: [
      {
        find: "return !isKnownToRead && claim?.heldSince !== undefined && !claim.isLeaving;",
        put: "return true;",
      },
    ],
    finding: /outcomes: .* and \{/,
    shownBy: "fleet",
  },
  {
    name: "anybody",
    means: "whoever answers at the address of a player is taken for it",
    edits: [{ find: "if (seen.some((digits) => known.includes(digits))) return true;", put: "return true;" }],
    finding: /no command wanted that|\/info .*mac|input is/,
    shownBy: "players swapped",
  },
  {
    name: "farewell-stays",
    means: "the farewell of another host is not corrected",
    edits: [
      {
        find: "this.#corrections.request(topic, () => this.#isStateWrong, this.#options.publishState);",
        put: "",
      },
    ],
    tests: ["test/bridge/leadership.test.ts", "test/mosquitto/two-hosts.test.ts"],
  },
  {
    name: "foreign-writes-stay",
    means: "what another client writes on a topic of a player is not corrected",
    edits: [
      {
        find: "this.#corrections.request(topic, isWrong, () => own && broker.publish(own));",
        put: "void isWrong;",
      },
    ],
    tests: ["test/bridge/topic-repair.test.ts", "test/mosquitto/two-hosts.test.ts"],
  },
  {
    name: "forged-announcement",
    means: "an announcement that another client writes is not corrected",
    edits: [
      { find: "() => this.#isForeign && this.#isHeld,", put: "() => false," },
      { find: "() => this.#isBridgeForeign,", put: "() => false," },
    ],
    tests: ["test/home-assistant/birth.test.ts", "test/mosquitto/two-hosts.test.ts"],
  },
  {
    name: "not-followed",
    means: "a player is not looked for at another address",
    edits: [
      {
        find: "if (!player.follow || address === session.address) return;",
        put: 'if (address !== "") return;',
      },
    ],
    tests: ["test/mosquitto/swapped.test.ts", "test/integration/found-players.test.ts"],
  },
  {
    name: "no-read-back",
    means: "a selection is not read back a second later",
    edits: [
      {
        find: "return { ...withResource(session, proof, { dueAt, ...again }), pending: next };",
        put: 'return proof === "audio" ? { ...session, pending: next } : { ...withResource(session, proof, { dueAt }), pending: next };',
      },
    ],
    finding: /it was not read/,
    shownBy: "bridge reloaded",
  },
  {
    name: "call-again",
    means: "a call that failed is sent again",
    edits: [
      {
        find: "? [] : pending.calls.slice(1),",
        put: "? [] : isFault && !pending.isUncertain ? pending.calls : pending.calls.slice(1),",
      },
    ],
    finding: /cuts the connection: .*"applied"|no command wanted that/,
  },
  {
    name: "zoom-missing",
    means: "video/zoom is left out of a snapshot",
    edits: [
      {
        find: "changes.push({ leaf: leaf as PlayerLeaf, payload });",
        put: 'if (previous !== undefined || leaf !== "video/zoom") changes.push({ leaf: leaf as PlayerLeaf, payload });',
      },
    ],
    finding: /video\/zoom is ""/,
    shownBy: "broker forgets",
  },
  {
    name: "no-back-off",
    means: "a dead player is asked again and again",
    edits: [
      {
        find: "quietUntil: now + backoffMs(policy.backoff, failures, jitter(policy.phase, failures)),",
        put: "quietUntil: now + policy.gapMs,",
      },
    ],
    finding: /is dead and was asked/,
    shownBy: "player dead",
  },
  {
    name: "sockets-stay",
    means: "the socket of a failed request is not closed",
    edits: [
      {
        find: "this.#request?.destroy();\n    this.#owner.reject(error);",
        put: "this.#owner.reject(error);",
      },
    ],
    finding: /is not asked again/,
  },
  {
    name: "never-offline",
    means: "a player never becomes offline",
    edits: [{ find: 'availability: isOffline ? "offline" : "online",', put: 'availability: "online",' }],
    finding: /is online though it is silent/,
    shownBy: "player dead",
  },
  {
    name: "unproven-applied",
    means: "a command is applied as soon as it was sent",
    edits: [
      {
        find: "if (isComplete && (isObserved || effect.isShownBySilence) && effect.isShown(session)) {",
        put: "if (calls.length === 0 || ((isObserved || effect.isShownBySilence) && effect.isShown(session))) {",
      },
    ],
    finding: /does nothing: .*"applied"|^applied/,
  },
  {
    name: "long-rests",
    means: "every rest takes 29.5 s",
    edits: [
      {
        find: "return Math.round(Math.min(doubled, policy.maxMs) * (0.75 + 0.25 * random));",
        put: "return Math.min(29_500, doubled + 29_500 + random);",
      },
    ],
    finding: /is not asked again/,
    shownBy: "player dead",
  },
  {
    name: "obeys-late",
    means: "a command that waited while the process stood still is obeyed",
    edits: [
      {
        find: "const receivedAt = clock.now() - messageAgeMs();",
        put: "const receivedAt = clock.now() - 0 * messageAgeMs();",
      },
    ],
    finding: /no command wanted that/,
    shownBy: "bridge stands still",
  },
  {
    name: "no-expiry",
    means: "a command is obeyed however old it is",
    edits: [
      {
        find: 'if (now >= expiryOf(session, command)) return { kind: "settle", outcome: { kind: "expired" } };',
        put: "",
      },
    ],
    finding: /no outcome|no command wanted that/,
    shownBy: "bridge stands still",
  },
  {
    name: "stale-call-again",
    means: "a call is sent again when its connection was stale",
    edits: [
      {
        find: "if (isStale && (!this.acts || wasNeverWritten(error))) {",
        put: "if (isStale && (!this.acts || wasNeverWritten(error) || true)) {",
      },
      { find: "if (isStale) this.#owner.connection.closesSilently = true;", put: "" },
    ],
    finding: /no command wanted that/,
  },
  {
    name: "no-subscription",
    means: "after a reconnect nothing is subscribed",
    edits: [
      {
        find: "const subscribed = connection.subscribe(subscriptions);",
        put: "const subscribed = connection.subscribe(sender.sent > 0 ? [] : subscriptions);",
      },
    ],
    finding: /no outcome/,
    shownBy: "broker forgets",
  },
  {
    name: "player-forgotten",
    means: "one player is left out of the snapshot after a reconnect",
    edits: [
      {
        find: "for (const session of this.sessions) session.announce();",
        put: "for (const session of this.sessions.slice(1)) session.announce();",
      },
    ],
    finding: /\/availability is ""/,
    shownBy: "broker forgets",
  },
  {
    name: "outcome-dropped",
    means: "an outcome is dropped while the broker is away",
    edits: [
      {
        find: "if (!message.retain || this.#connection !== undefined) this.#outbox.add(message);",
        put: "if (this.#connection !== undefined) this.#outbox.add(message);",
      },
    ],
    finding: /no outcome/,
    shownBy: "broker forgets",
  },
  {
    name: "queue-without-current",
    means: "the queue does not tell its current entry",
    edits: [
      {
        find: "JSON.stringify({ ...envelope, current: current ?? null, entries: part }),",
        put: "JSON.stringify({ ...envelope, current: null, entries: part }),",
      },
    ],
    finding: /music\/queue \.current is "null"/,
  },
  {
    name: "lists-of-old-film",
    means: "subtitles and audio tracks are those of the film before",
    edits: [
      { find: "if (before?.key === after.key) return [];", put: "if (before !== undefined) return [];" },
    ],
    finding: /video\/(subtitle|audio)\/options/,
  },
  {
    name: "lists-of-earlier-run",
    means: "the lists of a film that ended while the bridge was away stay",
    edits: [
      {
        find: 'readOn === "film" && video?.state === "idle";',
        put: 'readOn === "film" && video?.state === "idle" && false;',
      },
    ],
    finding: /old\/video\/(subtitle|audio)/,
    shownBy: "bridge killed",
  },
  {
    name: "position-frozen",
    means: "the position stays while the film plays",
    edits: [
      {
        find: "now - shown.at < positionIntervalMs * intervalTolerance;",
        put: "now - shown.at < positionIntervalMs * intervalTolerance * 1000;",
      },
    ],
    finding: /video\/position is/,
  },
  {
    name: "not-retained",
    means: "the availability is not retained",
    edits: [
      {
        find: 'if (leaf === "availability") return { ...message, qos: 1 };',
        put: 'if (leaf === "availability") return { ...message, qos: 1, retain: false };',
      },
    ],
    finding: /\/availability is ""/,
  },
  {
    name: "rash-offline",
    means: "a player is offline at its first failure",
    edits: [
      {
        find: "session.failures + 1 >= policy.offlineAfter ||",
        put: "session.failures + 2 >= policy.offlineAfter ||",
      },
    ],
    finding: /offline after [12] failures/,
    shownBy: "player dead",
  },
  {
    name: "two-requests",
    means: "a player gets two requests at once",
    edits: [
      {
        find: "return this.#readUnder(this.#prefix, resource, signal);",
        put: 'if (resource === "audio") this.#readUnder(this.#prefix, "audio", signal).catch(() => {});\n return this.#readUnder(this.#prefix, resource, signal);',
      },
      { find: "if (this.#current === undefined) this.#next();", put: "this.#next();" },
      { find: "maxSockets: 1,", put: "maxSockets: 4," },
    ],
    finding: /requests at once/,
  },
  {
    name: "reload-disturbs",
    means: "a reload disturbs players whose settings stay",
    edits: [
      {
        find: "const isSame = before !== undefined && isDeepStrictEqual(before.facts, facts);",
        put: "const isSame = before !== undefined && isDeepStrictEqual(before.facts, facts) && false;",
      },
    ],
    finding: /ended with the reload of another player/,
    shownBy: "bridge reloaded",
  },
  {
    name: "options-not-announced",
    means: "new options are not announced to Home Assistant",
    edits: [
      {
        find: "return isDecisive || this.#choices !== before;",
        put: "return isDecisive && this.#choices !== before;",
      },
    ],
    finding: /homeassistant\/device\/\S+ .*options/,
  },
  {
    name: "superseded-silently",
    means: "a superseded command has no outcome",
    edits: [{ find: 'this.publishOutcome(older, { kind: "superseded" });', put: "void older;" }],
    finding: /no outcome/,
  },
  {
    name: "second-outcome",
    means: "a command has two outcomes",
    edits: [
      {
        find: "for (const { command, outcome } of settled) this.publishOutcome(command, outcome);",
        put: 'for (const { command, outcome } of settled) { this.publishOutcome(command, outcome); this.publishOutcome(command, { kind: "unchanged" }); }',
      },
    ],
    finding: /"outcome":"applied".* and \{.*"outcome":"unchanged"/,
  },
  {
    name: "no-will",
    means: "the bridge sets no will",
    edits: [
      { find: "...(will === undefined\n      ? {}", put: "...(will === undefined || true\n      ? {}" },
    ],
    finding: /the bridge is online, wanted offline/,
    shownBy: "bridge killed",
  },
  {
    name: "no-farewell",
    means: "a bridge that stops stays online",
    edits: [{ find: "this.#options.broker.publish(...this.#stateMessages());", put: "" }],
    finding: /the bridge is online, wanted offline/,
    shownBy: "bridge restarted",
  },
  {
    name: "open-at-stop",
    means: "commands that are open at the stop have no outcome",
    edits: [
      {
        find: "for (const command of open) this.publishOutcome(command, this.#abandonedOutcome);",
        put: "void open;",
      },
    ],
    finding: /after the stop: .*no outcome/,
    shownBy: "bridge restarted",
  },
  {
    name: "old-after-absence",
    means: "a player that returns is not read anew",
    edits: [
      {
        find: "return { ...withDue(forgetMissingPicture(forgetDenials(next)), now, others), ...uncounted };",
        put: "return others.length < 0 ? withDue(forgetMissingPicture(forgetDenials(next)), now, others) : next;",
      },
    ],
    finding: /(app|display)\/\S+ .*is/,
    shownBy: "player dead",
  },
  {
    name: "unasked",
    means: "a player skips a track that nobody asked it to skip",
    edits: [
      {
        find: "const prefix = known ?? (await this.#findPrefix(signal));",
        put: "const prefix = known ?? (await this.#findPrefix(signal));\n await this.#http.get(`/${prefix}MusicControl/v2/playNext`, signal);",
      },
    ],
    finding: /was asked for playNext/,
  },
  {
    name: "polls-rarely",
    means: "players are polled at every fifth tick",
    edits: [
      {
        find: "if (isIdle && skippedTicks + 1 < policy.idleFactor)",
        put: "if ((isIdle || true) && skippedTicks + 1 < 5)",
      },
    ],
    finding: /is not asked again|was not asked for/,
  },
  {
    name: "polls-greedily",
    means: "a list that was read is read again at once",
    edits: [
      {
        find: "dueAt: futureOrNever(dueAt, now),",
        put: 'dueAt: name === "audio" ? now : futureOrNever(dueAt, now),',
      },
    ],
    finding: /was asked \d+ times, wanted at most/,
    shownBy: "player dead",
  },
  {
    name: "too-large-stays",
    means: "a topic that is too large for the broker keeps its old value",
    edits: [
      {
        find: 'topic.startsWith(`${base}/`) ? { ...message, payload: "" } : undefined;',
        put: 'topic.startsWith(`${base}//`) ? { ...message, payload: "" } : undefined;',
      },
    ],
    finding: /output\/options .*Output of/,
    shownBy: "broker limited",
  },
  {
    name: "volume-without-minimum",
    means: "the percent of a volume ignores the minimum",
    edits: [
      {
        find: "return max > min ? Math.round(((level - min) / (max - min)) * 100) : 0;",
        put: "return min < 1e9 ? Math.round((level / max) * 100) : 0;",
      },
    ],
    tests: ["test/core/controls/volume.test.ts"],
    isShownAtRandom: true,
  },
  {
    name: "inputs-not-announced",
    means: "the select of Home Assistant keeps its options when the inputs change",
    edits: [
      {
        find: "audio === undefined ? [] : [optionsOf(audio.input), optionsOf(audio.output ?? noRouting)];",
        put: "audio === undefined ? [] : [optionsOf(audio.output ?? noRouting)];",
      },
    ],
    tests: ["test/home-assistant/learn.test.ts"],
    isShownAtRandom: true,
  },
  {
    name: "names-for-tags",
    means: "a selection is read back by its name",
    edits: [
      {
        find: "return audio?.[selector]?.current?.tag === tag;",
        put: "return audio?.[selector]?.current?.name === audio?.[selector]?.entries.find((one) => one.tag === tag)?.name;",
      },
    ],
    tests: ["test/core/controls/audio.test.ts"],
    isShownAtRandom: true,
  },
  {
    name: "wall-clock",
    means: "pauses and ages are measured with the date",
    edits: [{ find: "now: () => performance.now(),", put: "now: () => Date.now()," }],
    tests: ["test/lib/clock.test.ts"],
    isShownAtRandom: true,
  },
  {
    name: "old-plug",
    means: "a reload with another plug goes on with the old one",
    edits: [
      {
        find: "const facts = [rest, mqtt.maxPayload];",
        put: 'const facts = [{ ...rest, controls: { ...config.controls, plugTopic: "" } }, mqtt.maxPayload];',
      },
    ],
    tests: ["test/config/player-of.test.ts"],
    isShownAtRandom: true,
  },
  {
    name: "letters-cut",
    means: "a letter of several bytes is cut every 16 KB",
    edits: [
      {
        find: 'return body.toString("utf8", hasByteOrderMark(body) ? 3 : 0, end);',
        put: 'return Array.from({ length: Math.ceil(end / 16_384) }, (_, at) => body.toString("utf8", at === 0 && hasByteOrderMark(body) ? 3 : at * 16_384, Math.min(end, (at + 1) * 16_384))).join("");',
      },
    ],
    tests: ["test/families/http/parse-json.test.ts"],
    isShownAtRandom: true,
  },
  {
    name: "last-entry-missing",
    means: "the window of a list never reaches the last entry",
    edits: [
      {
        find: "Math.floor(width / 5), total - width));",
        put: "Math.floor(width / 5), total - width - 1));",
      },
    ],
    tests: ["test/core/fit.test.ts"],
    isShownAtRandom: true,
  },
  {
    name: "outcome-once-at-most",
    means: "outcomes are sent with QoS 0",
    edits: [
      {
        find: "retain: false,\n    qos: 1,\n  };\n  return withReply",
        put: "retain: false,\n    qos: 0,\n  };\n  return withReply",
      },
    ],
    tests: ["test/core/result.test.ts"],
    isShownAtRandom: true,
  },
  {
    name: "will-not-retained",
    means: "the will of the bridge is not retained",
    edits: [{ find: "qos: will.qos, retain: will.retain }", put: "qos: will.qos, retain: false }" }],
    finding: /the bridge is online, wanted offline/,
    shownBy: "bridge killed",
    tests: ["test/mqtt/link-stop.test.ts"],
  },
  {
    name: "expired-step-passes",
    means: "a preset takes an expired step for a good one",
    edits: [{ find: 'outcome === "rejected" || outcome === "expired";', put: 'outcome === "rejected";' }],
    tests: ["test/core/library.test.ts"],
    isShownAtRandom: true,
  },
  {
    name: "reply-to-wildcard",
    means: "a command with a wildcard as its response topic gets a reply there",
    edits: [{ find: "/^\\$|[+#\\0]/.test(text)", put: "/^\\$|[\\0]/.test(text)" }],
    tests: ["test/mqtt/link-messages.test.ts", "test/mqtt/limits.test.ts"],
    isShownAtRandom: true,
  },
  {
    name: "session-stays",
    means: "the loop of a removed player goes on",
    edits: [
      {
        find: "this.#stop.abort();\n    // The parent scope handles a failure.\n    await Promise.allSettled([this.#life]);",
        put: "",
      },
    ],
    tests: ["test/bridge/arrange.test.ts"],
    isShownAtRandom: true,
  },
  {
    name: "muted-is-silent",
    means: "a BluOS player that is muted has the volume 0",
    edits: [{ find: "Math.min(100, muted ?? number)", put: "Math.min(100, number)" }],
    finding: /player2mqtt\/p0\/.*volume/,
    tests: ["test/families/bluos/maps.test.ts"],
    isShownAtRandom: true,
  },
  {
    name: "group-turns-along",
    means: "the volume of a BluOS player is set without saying that its group is not meant",
    edits: [{ find: "level=${call.level}&tell_slaves=0", put: "level=${call.level}" }],
    tests: ["test/families/bluos/client.test.ts"],
    isShownAtRandom: true,
  },
  {
    name: "order-beside-stream",
    means: "the order of the queue is changed while a stream plays",
    edits: [{ find: "if (modeOf(status) === undefined) return undefined;", put: "void modeOf;" }],
    tests: ["test/families/bluos/client.test.ts"],
    isShownAtRandom: true,
  },
  {
    name: "entry-beside-stream",
    means: "the entry of the queue that a BluOS player tells beside a stream is the current one",
    edits: [
      {
        find: 'isStream(status) ? undefined : numberIn(textOf(status, "song"))',
        put: 'numberIn(textOf(status, "song"))',
      },
    ],
    tests: ["test/families/bluos/maps.test.ts"],
    isShownAtRandom: true,
  },
  {
    name: "cover-with-key",
    means: "the address of a picture on another host is published with its query",
    edits: [{ find: ".origin) return cutQuery(url.href);", put: ".origin) return url.href;" }],
    tests: ["test/families/bluos/maps.test.ts"],
    isShownAtRandom: true,
  },
];

export function plantNamed(name: string): Plant | undefined {
  return plants.find((one) => one.name === name);
}
