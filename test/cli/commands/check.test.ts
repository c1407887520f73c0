import { describe, expect, it } from "vitest";
import { type Simulator, startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../../support/bridge/bridged.ts";
import { eventually } from "../../support/eventually.ts";
import { opened } from "../../support/opened.ts";
import { fakeShell } from "../fake-shell.ts";
import { startEmptyBroker, startHouse } from "../houses.ts";
import { begin, call } from "../running-command.ts";

interface Report {
  readonly format: number;
  readonly isWell: boolean;
  readonly counts: Readonly<Record<string, number>>;
  readonly areas: readonly {
    readonly id: string;
    readonly findings: readonly { readonly check: string }[];
  }[];
}

const quiet = ["--http.port=0", "--device.gapMs=0"];

async function startScene(): Promise<{ readonly player: Simulator; readonly flags: readonly string[] }> {
  const player = opened(await startSimulator());
  const broker = await startEmptyBroker();
  return { player, flags: [...quiet, `--mqtt.url=${broker.url}`, `--player.url=${player.url}`] };
}

describe("check", () => {
  it("piped prints a line for each finding, area by area, and ends with 0 without a fault", async () => {
    const { flags } = await startScene();
    const { code, stdout, stderr } = await call(["check", ...flags]);
    expect(code).toBe(0);
    expect(stderr).toBe("");
    const lines = stdout.trimEnd().split("\n");
    for (const line of lines.slice(0, -1))
      expect(line).toMatch(/^(good|note|warning|skipped) +[\w/-]+ [\w-]+: \S/);
    const areas = lines.slice(0, -1).map((line) => line.split(/ +/)[1]);
    expect([...new Set(areas)]).toEqual(["configuration", "broker", "home-assistant", "players/player"]);
    expect(areas.toSorted((a, b) => areas.indexOf(a) - areas.indexOf(b))).toEqual(areas);
    expect(lines.at(-1)).toMatch(/^All \d+ checks passed\.$/);
  });

  it("on a terminal shows a table, and below it what it is looking at", async () => {
    const { flags } = await startScene();
    const shown = async (env: NodeJS.ProcessEnv, ...more: readonly string[]): Promise<string> => {
      const shell = fakeShell({ isTTY: true, env });
      expect(await begin(["check", ...flags, ...more], shell).done).toBe(0);
      return shell.stdout.text;
    };
    const text = await shown({}, "--players=[]");
    expect(text).toContain("looking at Broker");
    expect(text).toContain("\u001B[1mBroker");
    expect(text).toMatch(/✔ {2}login/);
    expect(await shown({ NO_COLOR: "" }, "--players=[]")).toContain("\u001B[1mBroker");
    expect(await shown({ TERM: "dumb" }, "--players=[]")).not.toContain("\u001B[1m");
    const plain = await shown({ NO_COLOR: "1" });
    expect(plain).not.toContain("\u001B[1m");
    const last = plain.split("\n").map((line) => line.split("\u001B[K").at(-1));
    expect(last.every((line) => (line?.length ?? 0) <= 80)).toBe(true);
    expect(last.join("\n")).not.toContain("looking at");
  });

  it("prints JSON that programs can rely on", async () => {
    const { player, flags } = await startScene();
    await player.sleep();
    const { code, stdout } = await call(["check", ...flags, "--json"]);
    expect(code).toBe(1);
    const report = JSON.parse(stdout) as Report;
    expect(report).toMatchObject({ format: 1, isWell: false, counts: { fault: 1 } });
    expect(report.areas.map(({ id }) => id)).toEqual([
      "configuration",
      "broker",
      "home-assistant",
      "players/player",
    ]);
    expect(report.areas.at(-1)?.findings).toMatchObject([
      { check: "reach", verdict: "fault", text: expect.any(String), advice: expect.any(String) },
    ]);
  });

  it("ends with 78 when the configuration cannot be used, and lists what is wrong with it", async () => {
    const { code, stdout } = await call(["check", "--mqtt.url=http://nonsense", "--broker.port=x"]);
    expect(code).toBe(78);
    expect(stdout.match(/^fault +configuration settings: /gm)).toHaveLength(3);
    expect(stdout).not.toContain(" broker ");
  });

  it("looks at the broker all the same where only a player is missing", async () => {
    const broker = await startEmptyBroker();
    const { code, stdout } = await call(["check", ...quiet, `--mqtt.url=${broker.url}`, "--json"]);
    expect(code).toBe(78);
    const report = JSON.parse(stdout) as Report;
    expect(report.areas.find(({ id }) => id === "broker")?.findings).toContainEqual(
      expect.objectContaining({ check: "login", verdict: "good" }),
    );
  });

  it("beside a running bridge needs no player of its own: it checks those of the bridge", async () => {
    const { url } = await startHouse();
    const { code, stdout } = await call(["check", ...quiet, `--mqtt.url=${url}`]);
    expect(stdout).toContain(
      "note    configuration settings: no player is configured here: those of the running",
    );
    expect(stdout).toMatch(/^good +players\/study answers: /m);
    expect(code).toBe(0);
  });

  it("names a variable that was misspelled, and not what it says", async () => {
    const shell = fakeShell({ env: { MQTT_PASWORD: "sesame" } });
    await begin(["check", ...quiet, "--mqtt.url=mqtt://127.0.0.1:9", "--players=[]"], shell).done;
    const slip = "MQTT_PASWORD is set, but there is no such setting -> if you mean MQTT_PASSWORD, rename it";
    expect(shell.stdout.text).toContain(`warning configuration environment: ${slip}`);
    expect(shell.stdout.text).not.toContain("sesame");
  });

  it("says who has the port for health and metrics", async () => {
    const { player, flags } = await startScene();
    const taken = await call(["check", ...flags, `--http.port=${player.port}`]);
    expect(taken.code).toBe(1);
    expect(taken.stdout).toContain(`fault   configuration http: another program uses port ${player.port}`);
    const free = await call(["check", ...flags, "--http.port=9"]);
    expect(free.stdout).toContain("good    configuration http: port 9 is free");
    await using bridged = await Bridged.withoutSubscriber(player, { hasHttp: true });
    const { port } = new URL(bridged.bridge.httpUrl ?? "");
    await eventually(async () => {
      const own = await call(["check", ...flags, `--http.port=${port}`]);
      expect(own.stdout).toContain(`note    configuration http: a bridge answers on port ${port}`);
    });
  });

  it("warns of a password that travels as it is, and never shows it", async () => {
    const secret = "sesame-open";
    const args = [
      "check",
      ...quiet,
      `--mqtt.url=mqtt://me:${secret}@broker.invalid`,
      `--player.url=http://me:${secret}@127.0.0.1:9`,
    ];
    for (const flags of [args, [...args, "--json"]]) {
      const { stdout, stderr } = await call(flags);
      expect(stdout).toContain("is sent unencrypted");
      expect(stdout + stderr).not.toContain(secret);
    }
    const here = await call([...args, `--mqtt.url=mqtt://me:${secret}@127.0.0.1:9`]);
    expect(here.stdout).not.toContain("is sent unencrypted");
  });
});
