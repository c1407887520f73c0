import * as z from "zod";
import { errorView } from "../response-views.ts";
import { cookieName } from "../sign-in-routes.ts";
import { schemas } from "../phrase-views.ts";
import type { AnswerDoc, ApiRoute } from "./route.ts";

/** The groups of endpoints, in the order of the documentation. */
const tags = {
  bridge: "The bridge, its broker and its samples.",
  players: "Players, their lists, libraries and answers, and commands for them.",
  pictures: "Covers, posters, icons and other pictures of players.",
  events: "Changes as they happen.",
  check: "The examination of bridge, broker and players.",
  configuration: "The configuration file, and what is found in the network.",
} as const;

export type RouteGroups = Readonly<Record<keyof typeof tags, readonly ApiRoute[]>>;

type Json = Readonly<Record<string, unknown>>;

const description = `Everything that the page shows and does, for programs: players, commands with their outcomes, and changes
as they happen. See docs/api.md.

A method that a path does not have is refused with 405 and the header Allow, an unknown path with 404. Fields may be added
to answers and events at any time: ignore those that you do not know. Nothing else changes below /api/v1.`;

/** The refusals of every endpoint, and those that follow from its parts. */
const always = {
  401: "The token is missing or wrong.",
  403: "It is not for guests, a browser sent it for another site, or nobody has access until http.token is set.",
  429: "Too many wrong tokens: wait a minute.",
  500: "A fault of the bridge: see its log.",
};
const ofChecked = { 400: "The request is malformed: the answer says what was expected." };
const ofPlayer = { 404: "There is no such player." };
const ofBody = {
  413: "The body is longer than 64 KiB.",
  415: "The body is not declared as application/json.",
};

/** The OpenAPI document, made from the schemas that check the requests. */
export function openApiDocument(groups: RouteGroups, version: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [tag, routes] of Object.entries(groups)) {
    for (const one of routes) (paths[one.path] ??= {})[one.method] = operationOf(one, tag);
  }
  return {
    openapi: "3.1.0",
    info: { title: "player2mqtt", version, description, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "/api/v1" }],
    tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
    // On loopback without http.token, no credentials are needed.
    security: [{ token: [] }, { session: [] }, {}],
    paths,
    components: {
      schemas: namedSchemas(),
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "The setting http.token." },
        session: {
          type: "apiKey",
          in: "cookie",
          name: cookieName,
          description: "Set by signing in on the page. A change also needs the header X-Forgery-Token.",
        },
      },
    },
  };
}

function operationOf(one: ApiRoute, tag: string): Json {
  const { operation, summary, description: text, params = {}, query = {}, body } = one;
  const parameters = [
    ...Object.entries(params).map(([name, schema]) => parameterOf(name, "path", schema)),
    ...Object.entries(query).map(([name, schema]) => parameterOf(name, "query", schema)),
  ];
  return {
    operationId: operation,
    summary,
    description: text,
    tags: [tag],
    ...(parameters.length > 0 && { parameters }),
    requestBody: body && { required: true, content: contentOf({ "application/json": body }) },
    responses: {
      ...Object.fromEntries(
        Object.entries(one.answers).map(([status, answer]) => [status, answerOf(answer)]),
      ),
      ...refusalsOf(one),
    },
  };
}

function refusalsOf({ params, query, body, errors = {} }: ApiRoute): Json {
  const hasBody = body !== undefined;
  const isChecked = hasBody || params !== undefined || query !== undefined;
  const ofParts = { ...(isChecked && ofChecked), ...(params?.["id"] && ofPlayer), ...(hasBody && ofBody) };
  const texts = { ...always, ...ofParts, ...errors };
  const content = { "application/json": errorView };
  return Object.fromEntries(
    Object.entries(texts).map(([status, text]) => [status, answerOf({ description: text, content })]),
  );
}

function answerOf({ description: text, content }: AnswerDoc): Json {
  return { description: text, content: content && contentOf(content) };
}

function contentOf(content: NonNullable<AnswerDoc["content"]>): Json {
  return Object.fromEntries(
    Object.entries(content).map(([type, schema]) => [type, { schema: referenceTo(schema) }]),
  );
}

function parameterOf(name: string, place: "path" | "query", schema: z.ZodType): Json {
  const { description: text, ...rest } = jsonSchemaOf(schema);
  return {
    name,
    in: place,
    required: place === "path" || !schema.safeParse(undefined).success,
    description: text,
    schema: rest,
  };
}

function namedSchemas(): Json {
  const named = z.toJSONSchema(schemas, { io: "input", uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(Object.entries(named.schemas).map(([id, schema]) => [id, plain(schema)]));
}

function referenceTo(schema: z.ZodType): Json {
  const id = schemas.get(schema)?.id;
  return id === undefined ? jsonSchemaOf(schema) : { $ref: `#/components/schemas/${id}` };
}

function jsonSchemaOf(schema: z.ZodType): Json {
  return plain(z.toJSONSchema(schema, { io: "input" }));
}

/** Removes the keywords `$schema` and `$id`, which a schema within a document must not have. */
function plain({ $schema: _schema, $id: _id, ...rest }: Json): Json {
  return rest;
}
