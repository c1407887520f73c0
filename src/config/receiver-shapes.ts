import * as z from "zod";
import { watchedKinds } from "../core/history/history.ts";
import {
  isReceiverName,
  type ListensSettings,
  placeholder,
  placeholders,
  receiverName,
  type TraktSettings,
  type WebhookSettings,
} from "../core/history/unsent.ts";
import { once } from "../lib/once.ts";
import { playerId, text } from "./setting-shapes.ts";

const expectedUrl = "an address: expected http or https, such as https://api.listenbrainz.org";
const expectedName = "a name: expected 1 to 80 letters, digits, _, ., : and -";
const mostReceivers = 16;

const url = once(() =>
  z.string(expectedUrl).refine(isAddress, expectedUrl).refine(hasKnownPlaceholders, expectedTemplate),
);

const common = once(() => ({
  url: url().describe("Its address."),
  name: z
    .string(expectedName)
    .refine(isReceiverName, expectedName)
    .optional()
    .describe("Its name in log, health and history. Defaults to the host of the address."),
  players: z.array(playerId(), "a list of ids of players").optional().describe("Only these players."),
}));

/** A list whose entries have names, since each knows by its name what it has not got. */
function listOf<Entry extends { url: string; name?: string | undefined }>(
  entry: z.ZodType<Entry>,
  what: string,
) {
  // An invalid address is reported by itself.
  const isNamed = ({ url, name }: Entry): boolean =>
    name !== undefined || !isAddress(url) || isReceiverName(receiverName({ url }));
  const message = `${expectedName}, as the host of its address is none`;
  return z
    .array(entry.refine(isNamed, { message, path: ["name"] }), what)
    .max(mostReceivers, `${what}, at most ${mostReceivers}`);
}

const oneOfBoth = (value: unknown, other: unknown): boolean => value === undefined || other === undefined;

export const listens = once(
  (): z.ZodType<readonly ListensSettings[]> =>
    listOf(
      z
        .strictObject(
          {
            ...common(),
            token: text().optional().describe("The token of the user there."),
            tokenFile: text().optional().describe("A file with the token, read for each listen."),
            exceptServices: z
              .array(text(), 'a list of services such as ["Spotify"]')
              .optional()
              .describe("Services whose tracks it does not get, such as those that tell it themselves."),
            minSeconds: z
              .number("a number of seconds")
              .min(0, "a number of seconds")
              .optional()
              .describe("Shorter tracks do not count. Defaults to 30."),
          },
          "an object with a url",
        )
        .refine(
          ({ token, tokenFile }) => oneOfBoth(token, tokenFile),
          "one of token and tokenFile, not both",
        ),
      "a list of objects with a url",
    ),
);

const expectedKinds = `a list of ${watchedKinds.join(", ")}`;
const expectedTemplate = `a template whose placeholders are among ${placeholders.map((name) => `{${name}}`).join(", ")}`;

export const webhooks = once(
  (): z.ZodType<readonly WebhookSettings[]> =>
    listOf(
      z.strictObject(
        {
          ...common(),
          kinds: z
            .array(z.enum(watchedKinds, expectedKinds), expectedKinds)
            .optional()
            .describe("Which events it gets. Defaults to `watched`."),
          headers: z
            .record(z.string(), z.string("text"), "headers by their name")
            .optional()
            .describe("Headers of the request."),
          headersFile: text()
            .optional()
            .describe("A file with more headers, one a line, read for each event."),
          pathMap: z
            .record(z.string(), z.string("text"), "paths of the library by those of the player")
            .optional()
            .describe("Beginnings of the player's paths, each with what the library has instead."),
          method: z
            .enum(["POST", "PUT", "GET"], "one of POST, PUT, GET")
            .optional()
            .describe("How the request is made. Defaults to POST."),
          find: z
            .strictObject(
              {
                url: url().describe("Where to look, by GET."),
                text: text().describe("What stands in the entry, such as `{path}`."),
                key: text().describe(
                  "The name of its id, which takes the place of `{found}` in the address.",
                ),
              },
              "an object with url, text and key",
            )
            .optional()
            .describe("What to look for first, in a library that answers JSON."),
          body: z
            .unknown()
            .refine(hasKnownPlaceholders, expectedTemplate)
            .optional()
            .describe("The body, with placeholders such as `{title}`. Defaults to the event, with `player`."),
        },
        "an object with a url",
      ),
      "a list of objects with a url",
    ),
);

const noClient = "an object with clientId and clientSecret or clientSecretFile";

export const trakt = once(
  (): z.ZodType<readonly TraktSettings[]> =>
    listOf(
      z
        .strictObject(
          {
            ...common(),
            url: url().default("https://api.trakt.tv").describe("The root of the API, if not Trakt's own."),
            clientId: z
              .string(noClient)
              .min(1, noClient)
              .describe("The client id of an application of your own at Trakt."),
            clientSecret: text().optional().describe("Its client secret."),
            clientSecretFile: text().optional().describe("A file with the client secret."),
          },
          noClient,
        )
        .refine(
          ({ clientSecret, clientSecretFile }) =>
            (clientSecret === undefined) !== (clientSecretFile === undefined),
          "one of clientSecret and clientSecretFile",
        ),
      `a list of: ${noClient}`,
    ),
);

function isAddress(url: string): boolean {
  return /^https?:\/\/[^\s/]/.test(url) && URL.canParse(url);
}

function hasKnownPlaceholders(body: unknown): boolean {
  const named = (JSON.stringify(body) ?? "").matchAll(placeholder);
  return [...named].every(([, name]) => placeholders.some((known) => known === name));
}
