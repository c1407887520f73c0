import { Ajv2020 } from "ajv/dist/2020.js";
import { Agent, fetch, type Response } from "undici";

/** The parts of an OpenAPI document that tests read. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, object>> }>>;
}

export interface Endpoint extends Operation {
  readonly path: string;
  readonly method: string;
}

export interface Sample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Where the schema of a body is within a request or an answer. */
const json = ["content", "application/json", "schema"];

/** A busy machine may send a request on an idle connection just as the server closes it. */
const eachByItself = new Agent({ pipelining: 0 });

/** Sends requests to a bridge, and holds each answer against the bridge's own OpenAPI document. */
export class Contract {
  readonly document: OpenApi;
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });

  private constructor(url: string, headers: Readonly<Record<string, string>>, document: OpenApi) {
    this.document = document;
    this.#url = url;
    this.#headers = headers;
    // A field that the document lacks is a mistake here, though clients have to ignore it.
    this.#ajv.addSchema(closed(document), "document");
  }

  static async of(url: string, headers: Readonly<Record<string, string>>): Promise<Contract> {
    const response = await fetch(`${url}/api/v1/openapi.json`, { headers, dispatcher: eachByItself });
    return new Contract(url, headers, (await response.json()) as OpenApi);
  }

  get endpoints(): readonly Endpoint[] {
    return Object.entries(this.document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
    );
  }

  endpoint(id: string): Endpoint {
    const found = this.endpoints.find(({ operationId }) => operationId === id);
    if (found === undefined) throw new Error(`the document has no operation ${id}`);
    return found;
  }

  /**
   * Sends a request. The status, media type and body of its answer have to be those of the document, which allows the bodies that
   * are taken, and none that is refused as malformed.
   */
  async send(id: string, { params = {}, query = {}, body, headers }: Sample = {}): Promise<Answer> {
    const { path, method, responses } = this.endpoint(id);
    const operation = ["paths", path, method];
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
    const response = await fetch(`${this.#url}/api/v1${filled}?${new URLSearchParams(query).toString()}`, {
      method: method.toUpperCase(),
      dispatcher: eachByItself,
      headers: {
        ...this.#headers,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const status = String(response.status);
    if (!(status in responses)) throw new Error(`the document has no answer ${status} of ${id}`);
    if (typeof body === "object" && (response.ok || status === "400")) {
      const problem = this.#problemOf([...operation, "requestBody", ...json], body);
      if ((problem === undefined) !== response.ok) throw new Error(`${id} gets ${status}: ${problem}`);
    }
    const type = response.headers.get("content-type")?.split(";")[0];
    const { content } = responses[status] ?? {};
    if (content === undefined) return { status, text: await response.text(), response };
    if (type === undefined || !(type in content)) throw new Error(`the document has no ${type} of ${id}`);
    if (type !== "application/json") return { status, text: "", response };
    const text = await response.text();
    this.#check([...operation, "responses", status, ...json], JSON.parse(text));
    return { status, text, response };
  }

  /** Holds a value against a named schema. */
  check(name: string, value: unknown): void {
    this.#check(["components", "schemas", name], value);
  }

  #check(pointer: readonly string[], value: unknown): void {
    const problem = this.#problemOf(pointer, value);
    if (problem !== undefined) throw new Error(`${pointer.join(" ")}: ${problem}`);
  }

  #problemOf(pointer: readonly string[], value: unknown): string | undefined {
    const steps = pointer.map((step) => encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1")));
    const validate = this.#ajv.getSchema(`document#/${steps.join("/")}`);
    if (validate === undefined) throw new Error(`the document has nothing at ${pointer.join(" ")}`);
    return validate(value) ? undefined : this.#ajv.errorsText(validate.errors);
  }
}

interface Answer {
  readonly status: string;
  readonly text: string;
  readonly response: Response;
}

/** The schemas without room for further fields. */
function closed<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(closed) as Value;
  if (typeof value !== "object" || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, closed(one)]));
  const isObject = copy["type"] === "object" && "properties" in copy && !("additionalProperties" in copy);
  // The same value, but for this keyword.
  return (isObject ? { ...copy, additionalProperties: false } : copy) as Value;
}
