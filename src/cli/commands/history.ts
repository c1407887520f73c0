import { type FilmFacts, type History, fractionOf, type TrackFacts } from "../../core/history/history.ts";
import { readNote } from "../../core/history/note.ts";
import { isPlayerId, playerTopic } from "../../core/topics/topics.ts";
import { escapeText } from "../../tools/terminal-view/escape-text.ts";
import { readKept, shownBrokerUrl } from "../broker-client.ts";
import type { CliCommand } from "../cli-command.ts";
import { exitCodes } from "../exit-codes.ts";
import { playerWord } from "../parse-arguments.ts";
import { brokerFlags, loadWithoutPlayers } from "../setting-flags.ts";

export const history: CliCommand = {
  words: ["[player]"],
  about: `Prints what was watched and played on all players, or on one, and what is under way, oldest first. It reads the notes that the
bridge keeps at the broker, each with the last twenty films and tracks.`,
  examples: ["history", "history living-room", "history --json | jq '.[\"living-room\"].watched'"],
  flags: { ...brokerFlags, json: { about: "print the notes as JSON, by the id of the player" } },
  notes: "Exit codes: 0 printed, 1 no note or no broker, 2 bad usage, 78 invalid configuration.",
  async execute(given, shell) {
    const playerId = playerWord(given.words);
    const { stdout, stderr } = shell;
    const config = loadWithoutPlayers(given, shell);
    const base = config.mqtt.baseTopic;
    const texts = await readKept([playerTopic(base, playerId ?? "+", "history")], config, shell);
    const notes = [...texts].flatMap(([topic, text]) => {
      const note = readNote(text);
      const id = topic.slice(base.length + 1, -"/history".length);
      return note === undefined || !isPlayerId(id) ? [] : [{ id, history: note.history, text }];
    });
    if (notes.length === 0) {
      const whose = playerId === undefined ? "" : ` of ${playerId}`;
      stderr.write(`no history${whose} below ${escapeText(base)} at ${escapeText(shownBrokerUrl(config))}\n`);
      return exitCodes.fault;
    }
    const sorted = notes.toSorted((one, other) => one.id.localeCompare(other.id));
    if (given.flags.has("json")) {
      const byId = Object.fromEntries(sorted.map(({ id, text }) => [id, JSON.parse(text) as unknown]));
      stdout.write(`${JSON.stringify(byId, null, 2)}\n`);
      return exitCodes.done;
    }
    stdout.write(`${sorted.map((one) => renderHistory(one.id, one.history)).join("\n\n")}\n`);
    return exitCodes.done;
  },
};

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
