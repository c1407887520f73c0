import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { parse } from "yaml";

const folder = join(import.meta.dirname, "../../../home-assistant-app");
const readApp = (name: string): string => readFileSync(join(folder, name), "utf8");

interface Option {
  readonly name: string;
  readonly type: string;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly multiple?: boolean;
  readonly format?: string;
  readonly options?: readonly string[];
  readonly valueMin?: number | undefined;
  readonly valueMax?: number | undefined;
  readonly schema?: readonly Option[];
}

type Shape = string | readonly Shape[] | { readonly [name: string]: Shape };

/** The options that the Supervisor derives from the `schema` of an App, for the interface. */
function optionsOf(shapes: Readonly<Record<string, Shape>>): Option[] {
  return Object.entries(shapes).map(([name, shape]) => optionOf(name, shape));
}

function optionOf(name: string, shape: Shape, more: { readonly multiple?: true } = {}): Option {
  if (Array.isArray(shape)) return optionOf(name, shape[0] as Shape, { multiple: true });
  if (typeof shape === "object") {
    const schema = optionsOf(shape as Readonly<Record<string, Shape>>);
    return { name, type: "schema", optional: true, multiple: false, ...more, schema };
  }
  const isOptional = shape.endsWith("?");
  const [, type = "", args = ""] = /^(\w+)(?:\((.*)\))?\??$/.exec(shape) ?? [];
  const wanted = isOptional ? { optional: true } : { required: true };
  return { name, ...more, ...wanted, ...typeOf(type, args) };
}

function typeOf(type: string, args: string): Omit<Option, "name"> {
  const [least, most] = args.split(",").map(Number);
  if (type === "bool") return { type: "boolean" };
  if (type === "int") return { type: "integer", ...(args !== "" && { valueMin: least, valueMax: most }) };
  if (type === "list") return { type: "select", options: args.split("|") };
  if (type === "password") return { type: "string", format: "password" };
  if (type === "match") return { type: "string", format: "match" };
  return { type: "string" };
}

const repository = "0a1b2c3d";
/** Home Assistant's name for our App. */
export const slug = `${repository}_player2mqtt`;

/** A Home Assistant OS with one App that is installed and runs: ours. */
export class SupervisorStandIn implements AsyncDisposable {
  readonly #server: Server;
  page = "";
  readonly #app = parse(readApp("config.yaml"));
  #options: object;

  private constructor(options: object) {
    this.#options = options;
    this.#server = createServer((incoming, response) => {
      this.#answer(incoming, response).catch((error: unknown) => response.destroy(error as Error));
    });
  }

  static async start(options: object): Promise<SupervisorStandIn> {
    const supervisor = new SupervisorStandIn(options);
    await new Promise<void>((resolve) => {
      supervisor.#server.listen(0, "127.0.0.1", resolve);
    });
    return supervisor;
  }

  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get options(): object {
    return this.#options;
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (incoming.url ?? "").replace(/\?.*/, "");
    if (path.startsWith(`/ingress/${ingressToken}/`)) {
      this.#forward(incoming, response);
      return;
    }
    let body = "";
    for await (const chunk of incoming) body += chunk;
    const picture = /\/(icon|logo)$/.exec(path)?.[1];
    if (picture !== undefined) {
      response.setHeader("content-type", "image/png").end(readFileSync(join(folder, `${picture}.png`)));
      return;
    }
    const text = this.#texts()[path.replace(/^\/(?:store\/)?(?:addons|apps)\/[^/]+\//, "")];
    if (text !== undefined) {
      response.setHeader("content-type", "text/plain").end(text);
      return;
    }
    if (incoming.method === "POST" && path.endsWith("/options")) {
      this.#options = JSON.parse(body).options ?? this.#options;
    }
    response.setHeader("content-type", "application/json");
    const data = incoming.method === "GET" ? this.#data(path) : done[path];
    if (data === undefined) {
      response.writeHead(400).end(JSON.stringify({ result: "error", message: `there is no ${path}` }));
      return;
    }
    response.end(JSON.stringify({ result: "ok", data }));
  }

  /** The texts of the App by the end of their path. */
  #texts(): Readonly<Record<string, string | undefined>> {
    return { documentation: readApp("DOCS.md"), changelog: readApp("CHANGELOG.md"), logs: "" };
  }

  #data(path: string): object | undefined {
    const version = "2026.11.0";
    const known = { version, version_latest: version, update_available: false };
    const machine = { arch: "amd64", ip_address: "127.0.0.1", timezone: "UTC", logging: "info" };
    const features = ["reboot", "shutdown", "services", "network", "hostname", "disk", "haos"];
    const data: Readonly<Record<string, object>> = {
      "/supervisor/ping": {},
      "/supervisor/info": {
        ...known,
        ...machine,
        channel: "stable",
        supported: true,
        healthy: true,
        debug: false,
        debug_block: false,
        diagnostics: false,
        auto_update: true,
        country: null,
        detect_blocking_io: false,
        feature_flags: {},
        addons: [],
      },
      "/info": {
        supervisor: version,
        homeassistant: version,
        hassos: "16.3",
        docker: "28.3.3",
        hostname: "homeassistant",
        operating_system: "Home Assistant OS 16.3",
        features,
        machine: "generic-x86-64",
        machine_id: null,
        state: "running",
        supported_arch: ["amd64"],
        supported: true,
        channel: "stable",
        ...machine,
      },
      "/core/info": {
        ...known,
        ...machine,
        machine: "generic-x86-64",
        image: "homeassistant",
        boot: true,
        port: 8123,
        ssl: false,
        watchdog: true,
        audio_input: null,
        audio_output: null,
        backups_exclude_database: false,
        duplicate_log_file: false,
      },
      "/os/info": {
        ...known,
        version_pending: null,
        board: "generic-x86-64",
        boot: "A",
        data_disk: null,
        boot_slots: {},
      },
      "/host/info": {
        agent_version: "1.7.2",
        apparmor_version: "3.1.2",
        chassis: "vm",
        virtualization: "kvm",
        cpe: null,
        deployment: "production",
        disk_free: 20,
        disk_total: 32,
        disk_used: 12,
        disk_life_time: null,
        features,
        hostname: "homeassistant",
        llmnr_hostname: null,
        kernel: "6.12",
        operating_system: "Home Assistant OS 16.3",
        timezone: "UTC",
        dt_utc: new Date().toISOString(),
        dt_synchronized: true,
        use_ntp: true,
        startup_time: 1,
        boot_timestamp: 1,
        broadcast_llmnr: false,
        broadcast_mdns: false,
      },
      "/network/info": {
        interfaces: [],
        docker: {
          interface: "hassio",
          address: "172.30.32.0/23",
          gateway: "172.30.32.1",
          dns: "172.30.32.3",
        },
        host_internet: false,
        supervisor_internet: false,
      },
      "/mounts": { default_backup_mount: null, mounts: [] },
      "/resolution/info": { unsupported: [], unhealthy: [], suggestions: [], issues: [], checks: [] },
      "/jobs/info": { ignore_conditions: [], jobs: [] },
      "/backups/info": { backups: [], days_until_stale: 30 },
      "/backups": { backups: [] },
      "/available_updates": { available_updates: [] },
      "/discovery": { discovery: [], services: {} },
      "/services": { services: [] },
      "/ingress/panels": { panels: {} },
      "/store": { addons: [this.#shown()], repositories: [this.#repository()] },
      "/store/addons": { addons: [this.#shown()] },
      "/store/repositories": { repositories: [this.#repository()] },
      "/addons": { addons: [this.#shown()] },
    };
    if (path.endsWith("/stats")) return stats;
    if (path.startsWith("/store/addons/")) return { ...this.#complete(), installed: true };
    if (path.startsWith("/addons/") && path.endsWith("/info")) return this.#complete();
    return data[path];
  }

  #repository(): object {
    const url = this.#app.url;
    return { slug: repository, name: "player2mqtt", source: url, url, maintainer: "player2mqtt" };
  }

  /** The App in a list of Apps. */
  #shown(): object {
    const { name, description, url, version, homeassistant, arch } = this.#app;
    return {
      name,
      description,
      url,
      version,
      version_latest: version,
      homeassistant,
      arch,
      slug,
      repository,
      state: "started",
      stage: "stable",
      advanced: false,
      available: true,
      build: false,
      icon: true,
      logo: true,
      documentation: true,
      installed: true,
      update_available: false,
      detached: false,
    };
  }

  #complete(): object {
    const { schema, boot, startup, services, ingress_port } = this.#app;
    const off = Object.fromEntries(
      [
        "auth_api",
        "docker_api",
        "full_access",
        "homeassistant_api",
        "host_pid",
        "hassio_api",
        "host_ipc",
        "host_uts",
        "host_dbus",
        "stdin",
        "gpio",
        "usb",
        "uart",
        "kernel_modules",
        "devicetree",
        "udev",
        "video",
        "audio",
        "signed",
        "system_managed",
        "auto_update",
        "ingress_panel",
      ].map((name) => [name, false]),
    );
    return {
      ...this.#shown(),
      ...off,
      apparmor: "profile",
      host_network: true,
      ingress: true,
      long_description: readApp("README.md"),
      rating: 6,
      hassio_role: "default",
      hostname: "0a1b2c3d-player2mqtt",
      dns: [],
      protected: true,
      boot,
      boot_config: "auto",
      options: this.#options,
      schema: optionsOf(schema),
      machine: [],
      network: null,
      network_description: null,
      privileged: [],
      changelog: true,
      startup,
      services,
      discovery: [],
      translations: { en: parse(readApp("translations/en.yaml")) },
      webui: null,
      ingress_entry: `/api/hassio_ingress/${ingressToken}`,
      ingress_url: `/api/hassio_ingress/${ingressToken}/`,
      ingress_port,
      audio_input: null,
      audio_output: null,
      ip_address: "172.30.32.1",
      watchdog: true,
      devices: [],
      system_managed_config_entry: null,
    };
  }

  /** Hands a request on to the page of the App, as it came through Home Assistant. */
  #forward(incoming: IncomingMessage, response: ServerResponse): void {
    const path = (incoming.url ?? "").replace(`/ingress/${ingressToken}`, "");
    const { host } = new URL(this.page);
    const headers = { ...incoming.headers, host };
    const onward = request(new URL(path, this.page), { method: incoming.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.once("error", (error) => response.destroy(error));
    response.once("close", () => onward.destroy());
    incoming.pipe(onward);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const ingressToken = "page-of-the-app";

/** The requests it accepts. It cannot update itself, since there is no update. */
const done: Readonly<Record<string, object>> = {
  [`/addons/${slug}/options`]: {},
  [`/addons/${slug}/options/validate`]: { message: "", valid: true, pwned: false },
  "/ingress/session": { session: "session-of-the-owner" },
  "/ingress/validate_session": {},
  "/supervisor/options": {},
  "/core/options": {},
  "/refresh_updates": {},
  "/reload_updates": {},
};

const stats = {
  cpu_percent: 0.1,
  memory_usage: 60_000_000,
  memory_limit: 4_000_000_000,
  memory_percent: 1.5,
  network_rx: 0,
  network_tx: 0,
  blk_read: 0,
  blk_write: 0,
};
