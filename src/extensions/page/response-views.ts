/* The bodies of requests, and of answers besides the state. The browser imports their types alone, as of wire.ts. */
import * as z from "zod";
import { calledNames, unknownControl } from "../../core/controls/command.ts";
import { fileKinds, libraryListNames } from "../../core/library.ts";
import { code, named, schemas, values } from "./phrase-views.ts";
import { ending, lost, outcomeKind, playerView, type View } from "./wire.ts";

const rowView = named("Row", {
  place: z.number().describe("Zero-based place in the whole list: the value of a command that plays it."),
  title: z.string(),
  by: z.string().describe("Artist and album, if known."),
  seconds: z.number().optional(),
  format: z.string(),
  art: z.string().optional().describe("The key of the cover at `/players/{id}/art/{key}`."),
  track: z.string().optional().describe("The id of a track of the library: `library/play` takes it."),
});
export type RowView = View<typeof rowView>;

export const rowsView = named("Rows", {
  start: z.number().describe("Zero-based place of the first row, among those that a search finds."),
  total: z.number().describe("Entries in the whole list, or that a search finds."),
  rows: z.array(rowView),
});
export type RowsView = View<typeof rowsView>;

export const libraryListName = z.enum(libraryListNames);

const libraryEntryView = named("LibraryEntry", {
  id: z.string().describe("The id in the library: what library/play, or a narrower list, wants."),
  title: z.string(),
  artist: z.string().optional(),
  album: z.string().optional(),
  year: z.number().optional(),
  tracks: z.number().optional().describe("The number of tracks of an album, an artist or a playlist."),
  duration: z.number().optional().describe("The length of a track, in seconds."),
  picture: z.string().optional().describe("The address of the cover of a track, or the poster of a film."),
  art: z.string().optional().describe("The key of the picture at `/players/{id}/art/{key}`."),
  collection: z
    .literal(true)
    .optional()
    .describe("Among films: it contains films, which are read with its id as `collection`."),
  folder: z
    .literal(true)
    .optional()
    .describe("Among files and services: it contains others, which are read with its id as `folder`."),
  playable: z
    .literal(true)
    .optional()
    .describe(
      "Among services: a folder that can be played as well, or what else takes the place of the queue.",
    ),
  file: z
    .enum(fileKinds)
    .optional()
    .describe("Among files: what it is. Its id is its path, which `play` takes; a disc is a folder, too."),
});
export type LibraryEntryView = View<typeof libraryEntryView>;

/** A page of the library, with the fields of the topic `library/page`. */
export const libraryView = named("LibraryPage", {
  list: libraryListName,
  start: z.number().describe("Zero-based place of the first entry."),
  total: z.number().optional().describe("The length of the whole list, if the player reports it."),
  entries: z.array(libraryEntryView),
  reason: z.string().optional().describe("Why there is no page; missing if there is one."),
  reasonCode: code,
  reasonValues: values,
});
export type LibraryView = View<typeof libraryView>;

const answerView = named("Answer", {
  operation: z.string(),
  bytes: z.number().describe("The length of the whole body."),
  text: z.string().describe("The body, truncated if it is long."),
  isCut: z.boolean(),
});
export type AnswerView = View<typeof answerView>;

export const answersView = named("Answers", { answers: z.array(answerView) });
export type AnswersView = View<typeof answersView>;

const logLineView = named("LogLine", {
  time: z.string().describe("ISO 8601."),
  level: z.enum(["debug", "info", "warn", "error"]),
  message: z.string(),
  details: z.string().describe("Its fields in words: `resource: audio, reason: timeout`."),
});
export type LogLineView = View<typeof logLineView>;

const attemptView = named("Attempt", {
  time: z.string(),
  receiver: z.string().describe("Its name in history.listens, history.webhooks or history.trakt."),
  title: z.string(),
  outcome: z
    .enum(["taken", "refused", "denied", "later"])
    .describe("denied: the receiver refuses the token. later: it is sent again."),
  reason: z.string(),
});

export const diagnosticsView = named("Diagnostics", {
  everySeconds: z.number().describe("The interval of the samples."),
  requests: z.array(z.number()).describe("Polls and commands in each interval, oldest first."),
  latencyMs: z
    .array(z.number().nullable())
    .describe("The last response time in each interval, oldest first; null without a new one."),
  log: z.array(logLineView).describe("The last log lines about the player, newest first."),
  sent: z
    .array(attemptView)
    .describe("The last attempts to send on what was watched and played, newest first."),
});
export type DiagnosticsView = View<typeof diagnosticsView>;

export const playersView = named("Players", { players: z.array(playerView) });

export const topicsView = named("Topics", {
  base: z.string().describe("The beginning of all these topics: base topic and id."),
  topics: z
    .record(z.string(), z.string())
    .describe("The payloads by the rest of the topic, such as audio/output. Pictures are left out."),
});

export const errorView = named("Error", {
  error: z.string().describe("What was wrong, and what was expected."),
});

export const commandRequest = z
  .strictObject({
    command: z
      .enum(calledNames, {
        error: ({ input }) =>
          typeof input === "string"
            ? unknownControl(input)
            : "expected the name of a control, such as volume",
      })
      .describe(
        "The topic of a control without /set, or its last level, or refresh. Of several that end so, the one of what plays.",
      ),
    request: z
      .union([z.string(), z.number()])
      .optional()
      .describe("What the topic accepts as its payload: a tag, a number, a word. Not needed for refresh."),
  })
  .register(schemas, { id: "CommandRequest" });

const stepResult = named("StepResult", { ...ending, outcome: z.enum([...outcomeKind.options, "skipped"]) });

/** How a command ended; the fields of the topic `result`. */
export const commandResult = named("CommandResult", {
  ...ending,
  tag: ending.tag.describe("The tag of the selected entry."),
  reason: ending.reason.describe("Why it was rejected or failed."),
  lost,
  steps: z
    .array(stepResult)
    .optional()
    .describe("The outcomes of the steps, if the command was a preset or an announcement."),
  response: z
    .object({ path: z.string(), status: z.number(), body: z.unknown() })
    .optional()
    .describe("What the player answered, if the command was raw."),
  durationMs: z.number(),
});
export type CommandResult = View<typeof commandResult>;
