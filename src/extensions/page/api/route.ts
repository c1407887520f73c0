import * as z from "zod";
import { HTTPException } from "hono/http-exception";
import { isGuest } from "../access.ts";
import type { PageContext } from "../sign-in-routes.ts";
import type { View } from "../wire.ts";

type Method = "get" | "post" | "put" | "patch" | "delete";
/** Method and path: `get /players/{id}`. */
type Place = `${Method} /${string}`;

/** The schemas of named texts: in a path, or in a query. */
type Fields = Readonly<Record<string, z.ZodType>>;

interface Call<Params extends Fields, Query extends Fields, Body extends z.ZodType> {
  readonly params: z.output<z.ZodObject<Params>>;
  readonly query: z.output<z.ZodObject<Query>>;
  readonly body: z.output<Body>;
  readonly context: PageContext;
}

/** What an endpoint needs, for its checks and for the OpenAPI document alike. */
interface Endpoint<Params extends Fields, Query extends Fields, Body extends z.ZodType> {
  readonly summary: string;
  readonly description?: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** What guests are refused: a verb and its object. */
  readonly notForGuests?: string;
  /** The refusals that not every endpoint has. */
  readonly errors?: Readonly<Record<number, string>>;
}

export interface AnswerDoc {
  readonly description: string;
  readonly content?: Readonly<Record<string, z.ZodType>>;
}

export interface ApiRoute extends Endpoint<Fields, Fields, z.ZodType> {
  readonly method: Method;
  /** Below /api/v1, as in OpenAPI: `/players/{id}`. */
  readonly path: string;
  /** The name of the function in a generated client. */
  readonly operation: string;
  readonly answers: Readonly<Record<number, AnswerDoc>>;
  /** Checks a request and answers it. Throws HTTPException. */
  readonly respond: (context: PageContext) => Promise<Response>;
}

export function route<
  Params extends Fields = Fields,
  Query extends Fields = Fields,
  Body extends z.ZodType = z.ZodUndefined,
>(
  place: Place,
  operation: string,
  spec: Endpoint<Params, Query, Body> & {
    readonly answers: ApiRoute["answers"];
    readonly handle: (call: Call<Params, Query, Body>) => Response | Promise<Response>;
  },
): ApiRoute {
  const { handle, ...endpoint } = spec;
  // The casts are safe: without a schema, its type parameter has the default above.
  const params = z.object((endpoint.params ?? {}) as Params);
  const query = z.object((endpoint.query ?? {}) as Query);
  const body = (endpoint.body ?? z.undefined()) as Body;
  const [method, path] = place.split(" ") as [Method, string];
  return {
    method,
    path,
    operation,
    ...endpoint,
    respond: async (context) =>
      handle({
        params: check(params, context.req.param(), "path"),
        query: check(query, context.req.query(), "query"),
        body: check(body, endpoint.body && (await readJson(context)), "body"),
        context,
      }),
  };
}

export function jsonRoute<
  Answer extends z.ZodType,
  Params extends Fields = Fields,
  Query extends Fields = Fields,
  Body extends z.ZodType = z.ZodUndefined,
>(
  place: Place,
  operation: string,
  spec: Endpoint<Params, Query, Body> & {
    readonly answer: Answer;
    readonly handle: (call: Call<Params, Query, Body>) => View<Answer> | Promise<View<Answer>>;
  },
): ApiRoute {
  const { answer, handle, ...endpoint } = spec;
  return route(place, operation, {
    ...endpoint,
    answers: { 200: { description: endpoint.summary, content: { "application/json": answer } } },
    handle: async (call) => Response.json(await handle(call)),
  });
}

export function refusal(
  status: 400 | 401 | 403 | 404 | 409 | 415 | 429 | 503,
  message: string,
): HTTPException {
  return new HTTPException(status, { message });
}

/** Throws a refusal if a guest wants something that is not for guests: a verb and its object. */
export function refuseGuests(context: PageContext, what: string): void {
  if (isGuest(context.get("access"))) throw refusal(403, `refused: a guest may not ${what}`);
}

/** What not every bridge or player has. Throws a refusal if it is missing. */
export function present<Part>(part: Part | undefined, problem: string): Part {
  if (part === undefined) throw refusal(404, problem);
  return part;
}

function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  place: "path" | "query" | "body",
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refusal(400, describeIssues(result.error.issues, place));
}

async function readJson({ req }: PageContext): Promise<unknown> {
  const type = req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  // Without a preflight, another site's form can send other types, but not this one.
  if (type !== "application/json") {
    throw refusal(415, "the body must be JSON, with the header Content-Type: application/json");
  }
  try {
    return JSON.parse(await req.text());
  } catch (error) {
    throw error instanceof SyntaxError ? refusal(400, "the body is not valid JSON") : error;
  }
}

/** More problems than these help nobody. */
const mostShown = 5;

function describeIssues(issues: readonly z.core.$ZodIssue[], place: "path" | "query" | "body"): string {
  return issues
    .slice(0, mostShown)
    .map((issue) => `${place}${pathText(issue.path)}: ${wordsOf(issue)}`)
    .join("; ");
}

/** zod says only "Invalid input" where several types are allowed. */
function wordsOf(issue: z.core.$ZodIssue): string {
  return [...new Set(choicesOf(issue))].join(" or ").replaceAll(" or expected ", " or ");
}

function choicesOf(issue: z.core.$ZodIssue, isChoice = false): string[] {
  if (issue.code === "invalid_union" && issue.errors.length > 0)
    return issue.errors.flat().flatMap((inner) => choicesOf(inner, true));
  if (!isChoice || issue.code !== "invalid_type") return [issue.message];
  return [`expected ${issue.expected === "record" ? "object" : issue.expected}`];
}

function pathText(path: readonly PropertyKey[]): string {
  return path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
}
