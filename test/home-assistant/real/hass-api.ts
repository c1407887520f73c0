import { setTimeout } from "node:timers/promises";
import { request, WebSocket } from "undici";

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** An entity as Home Assistant shows it. */
interface Shown {
  readonly entity_id: string;
  readonly state: string;
  readonly attributes: Readonly<Record<string, Json>>;
}

/** An entity in Home Assistant's registry, whether it is shown or not. */
interface Registered {
  readonly entity_id: string;
  readonly platform: string;
  readonly unique_id: string;
  readonly name: string | null;
  readonly device_id: string | null;
  readonly disabled_by: string | null;
}

interface Device {
  readonly id: string;
  readonly name: string | null;
  readonly config_entries: readonly string[];
}

/** A step of a dialogue, or its end. */
interface Flow {
  readonly type: string;
  readonly flow_id: string;
  readonly handler: string;
  readonly data_schema: readonly { readonly name: string }[];
}

interface Media {
  readonly title: string;
  readonly media_content_id: string;
  readonly media_content_type: string;
  readonly children: readonly Media[];
}

const flows = "/api/config/config_entries/flow";

/** Talks to Home Assistant as its interface does. */
export class HassApi {
  readonly #url: string;
  #token = "";
  /** Of the login itself; it does not stay. */
  #firstToken = "";

  constructor(url: string) {
    this.#url = url;
  }

  get isOwner(): boolean {
    return this.#token !== "";
  }

  /** The tokens that the interface keeps in a browser where this user is logged in. */
  get tokens(): object {
    const url = this.#url;
    const expires = Date.now() + 3_600_000;
    const kept = { access_token: this.#token, token_type: "Bearer", expires_in: 3600, refresh_token: "" };
    return { ...kept, hassUrl: url, clientId: `${url}/`, expires };
  }

  /** Throws while nobody answers. */
  async checkListening(): Promise<void> {
    // Before the first user there is, nothing else can be asked.
    await this.get("/api/onboarding");
  }

  /** Throws while something is still being set up. */
  async checkRunning(): Promise<void> {
    const { state } = await this.get<{ state: string }>("/api/core/state");
    if (state !== "RUNNING") throw new Error(`Home Assistant is ${state}`);
  }

  /** Sets up MQTT through the dialogue that a person gets. */
  async addMqtt(port: number): Promise<void> {
    const begun = await this.post<Flow>(flows, { handler: "mqtt" });
    const { flow_id } = begun;
    // Where there is a Supervisor, it could also be the broker of an App.
    const { data_schema } =
      begun.type === "menu" ? await this.fillIn(flow_id, { next_step_id: "broker" }) : begun;
    const hasMore = data_schema.some(({ name }) => name === "other_settings");
    const filled = {
      broker: "127.0.0.1",
      port,
      // Newer versions want to be told that there is no TLS.
      ...(hasMore && { other_settings: { set_client_cert: false, set_ca_cert: "off" } }),
    };
    const answer = await this.fillIn(flow_id, filled);
    if (answer.type !== "create_entry") throw new Error(`no MQTT: ${JSON.stringify(answer)}`);
  }

  /** Answers a step of a dialogue. */
  async fillIn(flowId: string, data: object): Promise<Flow> {
    return this.post<Flow>(`${flows}/${flowId}`, data);
  }

  async discovered(handler: string): Promise<Flow[]> {
    const all = await this.call<Flow[]>("config_entries/flow/progress");
    const ours = all.filter((flow) => flow.handler === handler);
    return Promise.all(ours.map(async ({ flow_id }) => this.get<Flow>(`${flows}/${flow_id}`)));
  }

  async entries(domain: string): Promise<{ entry_id: string; title: string; state: string }[]> {
    return this.call("config_entries/get", { domain });
  }

  async removeEntry(entryId: string): Promise<void> {
    await this.#ask("DELETE", `/api/config/config_entries/entry/${entryId}`);
  }

  /** Says that it can be reached as configured: else it takes `http:` for a mistake after five minutes, and restarts. */
  async confirmHttp(): Promise<void> {
    const { pending } = await this.call<{ pending: object | null }>("http/config");
    if (pending !== null) await this.call("http/config/promote");
  }

  /** Reads all discovery messages anew, as after a change of what is enabled. */
  async reloadMqtt(): Promise<void> {
    for (const { entry_id } of await this.entries("mqtt"))
      await this.post(`/api/config/config_entries/entry/${entry_id}/reload`, {});
  }

  /** Becomes the first user, with a token that stays. */
  async becomeOwner(): Promise<void> {
    const client_id = `${this.#url}/`;
    const user = { client_id, name: "Tess", username: "tess", password: "not a secret", language: "en" };
    const { auth_code } = await this.post<{ auth_code: string }>("/api/onboarding/users", user);
    const { body, statusCode } = await request(`${this.#url}/auth/token`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ grant_type: "authorization_code", code: auth_code, client_id }).toString(),
    });
    if (statusCode !== 200) throw new Error(`no token: ${await body.text()}`);
    this.#token = ((await body.json()) as { access_token: string }).access_token;
    this.#firstToken = this.#token;
    this.#token = await this.call<string>("auth/long_lived_access_token", {
      client_name: "tests",
      lifespan: 1,
    });
  }

  /** Does the first steps in the interface: until then it shows nothing else. */
  async finishFirstSteps(): Promise<void> {
    await this.post("/api/onboarding/core_config", {});
    await this.post("/api/onboarding/analytics", {});
    const url = `${this.#url}/`;
    const { statusCode } = await request(`${url}api/onboarding/integration`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${this.#firstToken}` },
      body: JSON.stringify({ client_id: url, redirect_uri: url }),
    });
    if (statusCode !== 200) throw new Error(`the first steps are not done: ${statusCode}`);
  }

  async get<Answer>(path: string): Promise<Answer> {
    return this.#ask<Answer>("GET", path);
  }

  async post<Answer>(path: string, data: object): Promise<Answer> {
    return this.#ask<Answer>("POST", path, data);
  }

  /** Asks over a websocket, as most of the interface does; each question has a connection of its own. */
  async call<Answer>(type: string, data: object = {}): Promise<Answer> {
    const socket = new WebSocket(`${this.#url.replace("http", "ws")}/api/websocket`);
    try {
      return await new Promise<Answer>((resolve, reject) => {
        socket.addEventListener("error", () => {
          reject(new Error(`no websocket for ${type}`));
        });
        socket.addEventListener("close", () => {
          reject(new Error(`the websocket closed before ${type} was answered`));
        });
        socket.addEventListener("message", (event) => {
          const said = JSON.parse(String(event.data)) as {
            type: string;
            success?: boolean;
            result?: Answer;
            error?: object;
          };
          if (said.type === "auth_required")
            socket.send(JSON.stringify({ type: "auth", access_token: this.#token }));
          else if (said.type === "auth_ok") socket.send(JSON.stringify({ id: 1, type, ...data }));
          else if (said.type === "result" && said.success === true) resolve(said.result as Answer);
          else reject(new Error(`${type}: ${JSON.stringify(said)}`));
        });
      });
    } finally {
      socket.close();
    }
  }

  /** Opens a folder of a media browser; without one, the first. */
  async browse(entity_id: string, folder?: Media): Promise<Media> {
    const { media_content_id = "", media_content_type = "" } = folder ?? {};
    return this.call<Media>("media_player/browse_media", {
      entity_id,
      ...(folder !== undefined && { media_content_id, media_content_type }),
    });
  }

  async act(service: string, entity_id: string, data: object = {}): Promise<void> {
    await this.post(`/api/services/${service.replace(".", "/")}`, { entity_id, ...data });
  }

  async render(template: string): Promise<string> {
    return this.post<string>("/api/template", { template });
  }

  async removeDevice(device: Device | undefined): Promise<void> {
    const device_id = device?.id;
    await this.call("config/device_registry/remove", { device_id }).catch(async () => {
      // The name of the command in older versions.
      const [config_entry_id] = device?.config_entries ?? [];
      await this.call("config/device_registry/remove_config_entry", { device_id, config_entry_id });
    });
  }

  /** How often each entity changes meanwhile: the recorder writes a row for each. */
  async changesIn(ms: number): Promise<ReadonlyMap<string, number>> {
    // What follows the change of state before.
    await setTimeout(15_000);
    const headers = { authorization: `Bearer ${this.#token}` };
    const { body } = await request(`${this.#url}/api/stream?restrict=state_changed`, {
      headers,
      bodyTimeout: 0,
    });
    let text = "";
    body.setEncoding("utf8").on("data", (part: string) => (text += part));
    await setTimeout(ms);
    body.on("error", () => {}).destroy();
    const changes = new Map<string, number>();
    for (const [, entityId = ""] of text.matchAll(/^data: .*?"entity_id": ?"([^"]+)"/gm))
      changes.set(entityId, (changes.get(entityId) ?? 0) + 1);
    return changes;
  }

  /** The entities of an integration, whether they are shown or not. */
  async registered(integration = "mqtt"): Promise<Registered[]> {
    const all = await this.call<Registered[]>("config/entity_registry/list");
    return all.filter(({ platform }) => platform === integration);
  }

  async devices(): Promise<Device[]> {
    return this.call<Device[]>("config/device_registry/list");
  }

  async states(): Promise<Map<string, Shown>> {
    const all = await this.get<Shown[]>("/api/states");
    return new Map(all.map((shown) => [shown.entity_id, shown]));
  }

  async state(entityId: string): Promise<Shown> {
    return this.get<Shown>(`/api/states/${entityId}`);
  }

  async #ask<Answer>(method: "DELETE" | "GET" | "POST", path: string, data?: object): Promise<Answer> {
    const { body, statusCode } = await request(`${this.#url}${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(this.#token !== "" && { authorization: `Bearer ${this.#token}` }),
      },
      ...(data !== undefined && { body: JSON.stringify(data) }),
    });
    const text = await body.text();
    if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${text}`);
    return (path === "/api/template" ? text : JSON.parse(text)) as Answer;
  }
}
