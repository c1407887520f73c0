import { randomUUID } from "node:crypto";
import { type FilmFacts, type History, fractionOf, type TrackFacts } from "../../core/history/history.ts";
import { readNote } from "../../core/history/note.ts";
import type { Unsent } from "../../core/history/unsent.ts";
import { asText, parseObject } from "../../core/resources/json.ts";
import {
  type BridgeName,
  bridgeStates,
  bridgeTopic,
  parseBridgeTopic,
  playerTopic,
  requestTopic,
  splitTopic,
} from "../../core/topics/topics.ts";
import type { Config } from "../../config/schema.ts";
import { escapeText } from "../../tools/terminal-view/escape-text.ts";
import { readKept, shownBrokerUrl, talkToBroker } from "../broker-client.ts";
import type { CliCommand } from "../cli-command.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { playerWord } from "../parse-arguments.ts";
import type { Shell } from "../shell.ts";
import { brokerFlags, loadWithoutPlayers } from "../setting-flags.ts";

export const history: CliCommand = {
  words: ["[player]"],
  about: `Prints what was watched and played on all players, or on one, and what is under way, oldest first. It reads the notes that the
bridge keeps at the broker, each with the last twenty films and tracks.`,
  examples: ["history", "history living-room", "history --json | jq '.[\"living-room\"].watched'"],
  flags: {
    ...brokerFlags,
    json: { about: "print the notes as JSON, by the id of the player" },
    submit: { about: "ask the bridge to send again what receivers have not taken" },
  },
  notes:
    "Exit codes: 0 printed, 1 no note, no broker or a bridge that refuses to send, 2 bad usage, 78 invalid configuration.",
  async execute(given, shell) {
    const isSubmitted = given.flags.has("submit");
    const playerId = playerWord(given.words);
    const { stdout, stderr } = shell;
    const config = loadWithoutPlayers(given, shell);
    const base = config.mqtt.baseTopic;
    const filters = [playerTopic(base, playerId ?? "+", "history"), bridgeStates(base)];
    const texts = await readKept(isSubmitted ? filters : filters.slice(0, 1), config, shell);
    const notes = [...texts].flatMap(([topic, text]) => {
      const { id, leaf } = splitTopic(base, topic) ?? {};
      const note = leaf === "history" ? readNote(text) : undefined;
      return id === undefined || note === undefined ? [] : [{ id, ...note, text }];
    });
    let code: ExitCode = exitCodes.done;
    if (isSubmitted) {
      const bridges = [...texts].flatMap(([topic, text]) => {
        const arrival = parseBridgeTopic(base, topic);
        return arrival?.leaf === "state" && text === "online" ? [arrival.bridge] : [];
      });
      const answers = await submit(base, bridges, config, shell);
      // JSON stands alone.
      const output = given.flags.has("json") ? stderr : stdout;
      if (bridges.length === 0) output.write("no bridge is online\n");
      for (const { line } of answers) output.write(`${line}\n`);
      const isDone = bridges.length > 0 && !answers.some(({ isRefused }) => isRefused);
      if (!isDone) code = exitCodes.fault;
      // A bridge may keep what waits in a file.
      if (notes.length === 0) return code;
    }
    if (notes.length === 0) {
      const whose = playerId === undefined ? "" : ` of ${playerId}`;
      stderr.write(`no history${whose} below ${escapeText(base)} at ${escapeText(shownBrokerUrl(config))}\n`);
      return exitCodes.fault;
    }
    const sorted = notes.toSorted((one, other) => one.id.localeCompare(other.id));
    if (given.flags.has("json")) {
      const byId = Object.fromEntries(sorted.map(({ id, text }) => [id, JSON.parse(text) as unknown]));
      stdout.write(`${JSON.stringify(byId, null, 2)}\n`);
      return code;
    }
    const parts = sorted.map(({ id, history, unsent }) =>
      [renderHistory(id, history), ...unsent.map(renderUnsent)].join("\n"),
    );
    stdout.write(`${parts.join("\n\n")}\n`);
    return code;
  },
};

const submitMs = 5000;

interface Answer {
  readonly line: string;
  readonly isRefused: boolean;
}

/** Asks the bridges to send again; returns what each says, and fails if one is silent. */
function submit(
  base: string,
  bridges: readonly BridgeName[],
  config: Config,
  shell: Pick<Shell, "clock" | "signal">,
): Promise<readonly Answer[]> {
  if (bridges.length === 0) return Promise.resolve([]);
  const results = new Map(bridges.map((bridge) => [bridgeTopic(base, "result", bridge), bridge]));
  return talkToBroker(config, shell, [...results.keys()], ({ link, after, resolve, fail }) => {
    const answers: Answer[] = [];
    const transaction = randomUUID();
    return {
      onMessage: ({ topic, payload }) => {
        const result = parseObject(new TextDecoder().decode(payload));
        if (result?.["transaction"] !== transaction) return;
        const { outcome, reason } = result;
        const isSent = outcome === "applied";
        const said = asText(reason) ?? (isSent ? "sends again" : "has nothing to send");
        const line = `${results.get(topic)}: ${escapeText(said)}`;
        answers.push({ line, isRefused: outcome === "rejected" || outcome === "failed" });
        if (answers.length === bridges.length) resolve(answers);
      },
      onConnected: () => {
        const payload = JSON.stringify({ value: "", transaction });
        for (const bridge of bridges)
          link.publish({ topic: requestTopic(base, bridge, "submit"), payload, retain: false, qos: 1 });
        after(submitMs, () => fail("no answer from the bridge"));
      },
    };
  });
}

/** A line for each receiver that has not taken something. */
function renderUnsent({ event, to }: Unsent): string {
  const name = "artist" in event ? trackName(event) : filmName(event);
  return to
    .map(({ name: receiver, refused }) => {
      const state = refused === undefined ? `waits for ${receiver}` : `refused by ${receiver}: ${refused}`;
      return `  ${dateText(event.startedAt)}  ${escapeText(`${name} ${state}`)}`;
    })
    .join("\n");
}

/** A line for each film and track: when it began, how much of it, and what it is. */
function renderHistory(id: string, { films, track, watched, played }: History): string {
  const done = [
    ...watched.map((film) => ({ ...film, word: "watched", name: filmName(film) })),
    ...played.map((one) => ({ ...one, fraction: undefined, word: "played", name: trackName(one) })),
  ].toSorted((one, other) => one.startedAt.localeCompare(other.startedAt));
  const underWay = [
    ...films
      .filter(({ isCounted, state }) => !isCounted || state !== "stopped")
      .map((film) => ({ ...film, name: filmName(film.facts) })),
    ...(track === undefined || track.state === "stopped" ? [] : [{ ...track, name: trackName(track.facts) }]),
  ].map((entry) => ({ ...entry, fraction: fractionOf(entry), word: entry.state }));
  const lines = [...done, ...underWay.toReversed()].map(
    ({ startedAt, word, fraction, name }) =>
      `  ${dateText(startedAt)}  ${word.padEnd(7)}  ${shareText(fraction).padStart(5)}  ${escapeText(name)}`,
  );
  return [id, ...(lines.length === 0 ? ["  nothing yet"] : lines)].join("\n");
}

function filmName({ title, season, episode }: FilmFacts): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  const place = season === undefined || episode === undefined ? "" : ` S${two(season)}E${two(episode)}`;
  return `${title}${place}`;
}

function trackName({ artist, title }: TrackFacts): string {
  return artist === "" ? title : `${artist} – ${title}`;
}

function shareText(fraction: number | undefined): string {
  return fraction === undefined ? "" : `${Math.round(fraction * 100)} %`;
}

/** In the time of this machine; Swedish writes dates as ISO does. */
function dateText(text: string): string {
  return new Date(text).toLocaleString("sv-SE", { dateStyle: "short", timeStyle: "short" });
}
