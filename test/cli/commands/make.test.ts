import { copyFile, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { hearth, hearthCheck, startHearth } from "../../families/hearth/start-hearth.ts";
import { makeCertificates, whyNoCertificates } from "../../support/certificates.ts";
import { listen } from "../../support/free-port.ts";
import { opened } from "../../support/opened.ts";
import { startHttp } from "../../support/start-http.ts";
import { programOfTests, ran } from "../program.ts";

const program = programOfTests();
const make = (...args: readonly string[]) => ran(program, ["make", ...args]);

/** The make of the documentation with other text, and its simulated player beside it. */
async function changed(from: string, to: string): Promise<string> {
  const folder = await mkdtemp(join(program.directory, "make-"));
  const text = await readFile(hearth, "utf8");
  expect(text).toContain(from);
  await writeFile(join(folder, "hearth.mjs"), text.replace(from, to));
  await copyFile(hearthCheck, join(folder, "hearth.check.mjs"));
  return join(folder, "hearth.mjs");
}

describe("make check", () => {
  it("finds nothing wrong with the make of the documentation", async () => {
    expect(await make("check", hearth)).toEqual({
      code: 0,
      stdout: "hearth: nothing is wrong\n",
      stderr: "",
    });
  }, 120_000);

  it("says by name what is wrong", async () => {
    const file = await changed("what=level&to=${level}", "what=level&to=${level + 1}");
    const { code, stdout } = await make("check", file);
    expect(stdout).toMatch(/^volume 30: failed/m);
    expect(stdout).toMatch(/^hearth: \d wrong$/m);
    expect(code).toBe(1);
  }, 120_000);

  it("says why a player is not read", async () => {
    const { stdout } = await make("check", await changed('"playing", held', '"play", held'));
    expect(stdout).toMatch(
      /^start: it is not read within a minute; state unknown, .* hearth, has a mistake: .*"play"/m,
    );
  }, 120_000);

  it("says where a make is broken", async () => {
    const { code, stderr } = await make("check", await changed("resources: {", "resources: { ,"));
    expect(stderr).toMatch(/^\S*hearth\.mjs:\d+: Unexpected token ','\n$/);
    expect(code).toBe(1);
  });

  it.each([
    ["", ": its default export has no function start\n"],
    ["{\n  start: 1 +\n};", ":3: Unexpected token '}'\n"],
    ["{\n  start: () => gone(),\n};", ":2: gone is not defined\n"],
    ['{ start: () => Promise.reject("no port") };', ": no port\n"],
    // Its function uses what stands beside it.
    ["{\n  port: 7,\n  start() { throw new Error(`port ${this.port}`); },\n};", ":3: port 7\n"],
    ["{ start: async () => {} };", ": what start returns has no function [Symbol.asyncDispose], which"],
    [
      "{ start: () => ({ async [Symbol.asyncDispose]() {} }) };",
      ": what start returns has no url, which is the player's address\n",
    ],
  ])("says what is wrong beside a make: %j", async (text, said) => {
    const file = await changed("hearth", "hearth");
    await writeFile(file.replace(".mjs", ".check.mjs"), text === "" ? "" : `export default ${text}`);
    const { code, stderr } = await make("check", file);
    expect(stderr).toContain(`hearth.check.mjs${said}`);
    expect(code).toBe(1);
  });

  it("says where in a make a function failed that its simulated player calls", async () => {
    const file = await changed("export default", "export const fail = () => gone();\nexport default");
    const text = `import { fail } from "./hearth.mjs";
import trial from ${JSON.stringify(pathToFileURL(hearthCheck).href)};
export default { ...trial, hands: { fails: [fail, "volume", "0"] } };`;
    await writeFile(file.replace(".mjs", ".check.mjs"), text);
    const { code, stderr } = await make("check", file);
    expect(stderr).toMatch(/hearth\.mjs:\d+: gone is not defined\n$/);
    expect(code).toBe(1);
  });

  it("tries a recording with the make that it is of, without commanding it", async () => {
    const player = await startHearth();
    const makes = `--makes.folder=${dirname(hearth)}`;
    const file = join(await mkdtemp(join(program.directory, "recorded-")), "hearth.recording.json");
    const recorded = await ran(program, ["record", new URL(player.url).host, "--out", file, makes]);
    expect(recorded).toMatchObject({ code: 0 });
    const checked = await make("check", file, makes);
    expect(checked.stdout).toContain("hearth: nothing is wrong");
    expect(checked.code).toBe(0);
    const unknown = await make("check", file);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain("The recording is of the make hearth: name its folder");
    // Beside the make it is found, too.
    const beside = file.replace("recording.json", "mjs");
    await copyFile(hearth, beside);
    expect((await make("check", beside)).stdout).toContain("hearth: nothing is wrong");
  }, 120_000);

  it("needs something to try a make with", async () => {
    const file = join(await mkdtemp(join(program.directory, "alone-")), "hearth.mjs");
    await copyFile(hearth, file);
    const { code, stderr } = await make("check", file);
    expect(stderr).toContain("There is nothing to try it with");
    expect(code).toBe(2);
  });
});

describe("make try", () => {
  it("prints what a player tells, and commands nothing", async () => {
    const player = await startHearth();
    const before = structuredClone(player.state);
    const { code, stdout } = await make("try", hearth, new URL(player.url).host);
    expect(stdout).toMatch(/^model: \{"maker":"Hearth","model":"Hearth One"/m);
    expect(stdout).toMatch(/^music: \{"playing":"playing".*"title":"Embers"/m);
    expect(stdout).toMatch(/^audio: \{"input"/m);
    expect(player.state).toEqual(before);
    expect(code).toBe(0);
  });

  it("says why a value is missing", async () => {
    await using server = await startHttp(({ path }, response) => {
      if (path === "/about") response.writeHead(404).end();
      else response.end('{"state": ');
    });
    const { code, stdout } = await make("try", hearth, new URL(server.url).host);
    expect(stdout).toMatch(/^model: /m);
    expect(stdout).toMatch(/^music: no answer: /m);
    expect(code).toBe(1);
  });

  it.skipIf(whyNoCertificates() !== undefined)("says what lets it trust any certificate", async () => {
    using certificates = makeCertificates();
    const { cert, key } = certificates.server;
    const server = createServer({ cert: cert.text, key: key.text });
    const port = await listen(server);
    opened({ [Symbol.asyncDispose]: async () => void server.close() });
    const { stdout } = await make("try", hearth, `https://127.0.0.1:${port}`);
    expect(stdout).toMatch(/^model: no answer: .*UNABLE_TO_VERIFY.*, which acceptsSelfSigned: true allows$/m);
  });

  it("says in which line its function failed", async () => {
    const player = await startHearth();
    const file = await changed('now.number("at")', "now.nothing.at");
    const { code, stdout } = await make("try", file, new URL(player.url).host);
    expect(stdout).toMatch(
      /^music: no answer: its make, hearth, has a mistake: hearth\.mjs:\d+: TypeError: /m,
    );
    expect(code).toBe(1);
  });
});

it.each([
  [["make"], "make needs a word: check or try"],
  [["make", "test", hearth], "make needs a word: check or try"],
  [["make", "check"], "make check needs a file"],
  [["make", "check", "gone.mjs"], "Cannot read gone.mjs: no such file"],
  [["make", "check", hearth, "192.0.2.1"], "an address is for make try"],
  [["make", "try", hearth], "make try needs the address of a player"],
])("%j is bad usage", async (args, said) => {
  const { code, stderr } = await ran(program, args);
  expect(stderr).toContain(said);
  expect(code).toBe(2);
});
