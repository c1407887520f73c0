import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startSimulator } from "../../../../simulator/zidoo/start-simulator.ts";
import { programOfTests, start } from "../../../cli/program.ts";
import { freePort } from "../../../support/free-port.ts";
import { Contract } from "./contract.ts";

const run = promisify(execFile);
const generator = join(import.meta.dirname, "generator");
const token = "correct horse battery";
const authorization = `Bearer ${token}`;
const den = { id: "den" };

/** Installs the generator unless it is there; says why that is impossible. */
async function install(): Promise<string> {
  if (existsSync(join(generator, "node_modules/.package-lock.json"))) return "";
  try {
    await run("npm", ["ci", "--prefix", generator, "--ignore-scripts", "--no-audit", "--no-fund"]);
    return "";
  } catch (error) {
    if (process.env["REQUIRE_API_CLIENT"] === "1") throw error;
    return `the client generator cannot be installed: ${String(error)}`;
  }
}

/** A program of somebody who has nothing but the OpenAPI document. */
const consumer = `
import createClient from "openapi-fetch";
import type { paths } from "./schema.js";

declare const process: { readonly argv: readonly string[] };
const [, , address = "", token = ""] = process.argv;
const client = createClient<paths>({ baseUrl: address + "/api/v1", headers: { Authorization: "Bearer " + token } });
const path = { id: "den" };
const all = await client.GET("/players");
const names: string[] | undefined = all.data?.players.map(({ identity }) => identity.name);
const one = await client.GET("/players/{id}", { params: { path } });
const availability: string | undefined = one.data?.topics["availability"];
const none = await client.GET("/players/{id}", { params: { path: { id: "a/b?c" } } });
const reason: string | undefined = none.error?.error;
const list = { path: { ...path, list: "queue" as const }, query: { start: 1 } };
const rows: number | undefined = (await client.GET("/players/{id}/lists/{list}", { params: list })).data?.rows[0]?.place;
const body = { command: "audio/output" as const, request: "RCA" };
const sent = await client.POST("/players/{id}/commands", { params: { path }, body });
const outcome: "applied" | "unchanged" | "rejected" | "superseded" | "expired" | "failed" | undefined = sent.data?.outcome;
await client.POST("/players/{id}/commands", { params: { path }, body: { command: "refresh" } });
const after = await client.GET("/players/{id}/topics", { params: { path } });
const output: string | undefined = after.data?.topics["audio/output"];
console.log(JSON.stringify({ names, availability, reason, rows, outcome, output }));
`;

const strict = [
  "--strict",
  "--target",
  "es2022",
  "--module",
  "nodenext",
  "--skipLibCheck",
  "--lib",
  "es2022,dom",
];

/** A folder with the types that are generated from a document, and these programs. */
async function generate(document: object, programs: Readonly<Record<string, string>>): Promise<string> {
  // Below node_modules, so that the libraries beside it are found.
  const folder = await mkdtemp(join(generator, "node_modules/.client-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = {
    ...programs,
    "package.json": '{ "type": "module" }',
    "openapi.json": JSON.stringify(document),
  };
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
  await run(bin("openapi-typescript"), ["openapi.json", "--output", "schema.d.ts"], { cwd: folder });
  return folder;
}

function bin(name: string): string {
  return join(generator, "node_modules/.bin", name);
}

const program = programOfTests();
let missing = "";
beforeAll(async () => {
  missing = await install();
}, 300_000);

async function startBridge(player: string): Promise<string> {
  const cwd = await mkdtemp(join(program.directory, "run-"));
  await mkdir(join(cwd, "config"));
  await writeFile(join(cwd, "config/local.yaml"), `players:\n  - id: den\n    url: ${player}\n`);
  const env = { HTTP_PORT: String(await freePort()), BROKER_PORT: "0", HTTP_TOKEN: token };
  const bridge = start(process.execPath, [program.main, "run"], { cwd, env });
  await bridge.until("stdout", /player2mqtt is running/);
  return `http://127.0.0.1:${env.HTTP_PORT}`;
}

describe("the built bridge", () => {
  it("is used by a client that was generated from its document", { timeout: 120_000 }, async ({ skip }) => {
    skip(missing !== "", missing);
    await using player = await startSimulator();
    const url = await startBridge(player.url);
    const { document, send } = await contractOf(url);
    await expect.poll(async () => (await send("getPlayer", { params: den })).text).toContain('"online"');
    const mistakes = Object.fromEntries(
      [
        ['"/players"', '"/playerz"'],
        ['"audio/output" as const', '"audio/outputs" as const'],
        ["identity.name", "identity.title"],
        ['GET("/players")', 'POST("/players")'],
      ].map(([right = "", wrong = ""], place) => [`wrong${place}.ts`, consumer.replace(right, wrong)]),
    );
    const folder = await generate(document, { "client.ts": consumer, ...mistakes });
    await run(bin("tsc"), [...strict, "client.ts"], { cwd: folder });
    const { stdout } = await run(process.execPath, [join(folder, "client.js"), url, token]);
    expect(JSON.parse(stdout)).toEqual({
      names: ["den"],
      availability: "online",
      reason: "there is no such player",
      rows: 1,
      outcome: "applied",
      output: "RCA",
    });
    const compiled = await run(bin("tsc"), [...strict, "--noEmit", ...Object.keys(mistakes)], {
      cwd: folder,
    }).catch((error: { readonly stdout: string }) => error);
    const complaints = compiled.stdout.match(/^wrong\d\.ts/gm);
    expect([...new Set(complaints)]).toEqual(Object.keys(mistakes));
  });

  it("answers as its document says about its configuration, too", async () => {
    await using player = await startSimulator();
    const url = await startBridge(player.url);
    const { send } = await contractOf(url);
    const edits = [{ kind: "change-player", id: "den", values: { name: "The Den" } }];
    const body = { revision: await revisionOf(send), edits };
    expect(JSON.parse((await send("checkConfiguration", { body })).text)).toMatchObject({ kind: "valid" });
    expect(JSON.parse((await send("changeConfiguration", { body })).text)).toMatchObject({ kind: "saved" });
    expect(JSON.parse((await send("changeConfiguration", { body })).text)).toMatchObject({ kind: "stale" });
    const tried = await send("tryPlayer", { body: { url: player.url } });
    expect(JSON.parse(tried.text)).toMatchObject({ isUsable: true });
    const broker = await send("tryBroker", { body: { url: "mqtt://127.0.0.1:9" } });
    expect(JSON.parse(broker.text)).toMatchObject({ isUsable: false });
    const renamed = { kind: "player-changed", setting: "name", before: "The Den", after: "den" };
    expect(JSON.parse((await send("lookBack")).text)).toMatchObject({ differences: [renamed] });
    const back = { revision: await revisionOf(send) };
    expect(JSON.parse((await send("goBack", { body: back })).text)).toMatchObject({ kind: "saved" });
  });
});

async function contractOf(url: string) {
  const contract = await Contract.of(url, { authorization });
  return { document: contract.document, send: contract.send.bind(contract) };
}

async function revisionOf(send: Contract["send"]): Promise<string> {
  const { file } = JSON.parse((await send("getConfiguration")).text) as { file: { revision: string } };
  return file.revision;
}
