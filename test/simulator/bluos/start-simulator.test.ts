import { describe, expect, test } from "vitest";
import { type SimulatorOptions, startSimulator } from "../../../simulator/bluos/start-simulator.ts";
import { bluos } from "../../../src/families/bluos/family.ts";
import { searchWays } from "../../../simulator/bluos/search-ways.ts";
import { ask } from "../ask.ts";

// Requests and answers are written from the specification, not from the simulator.

const quick: SimulatorOptions = { bufferMs: 20 };
type Sim = Awaited<ReturnType<typeof startSimulator>>;

const it = test.extend<{ readonly sim: Sim }>({
  // oxlint-disable-next-line no-empty-pattern -- the fixtures that it depends on
  sim: async ({}, use) => {
    await using sim = await startSimulator(quick);
    await use(sim);
  },
});

async function text(sim: Sim, path: string): Promise<string> {
  return (await ask(sim, path)).text;
}

function attribute(document: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`).exec(document)?.[1];
}

function content(document: string, name: string): string | undefined {
  return new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`).exec(document)?.[1];
}

describe("a simulated BluOS player", () => {
  it("tells its identity, and a further zone appends its port to the MAC", async ({ sim }) => {
    await using zone = await startSimulator({ ...quick, chassis: sim, name: "Terrace" });
    const [first, second] = [await text(sim, "/SyncStatus"), await text(zone, "/SyncStatus")];
    expect(first).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<SyncStatus etag="4" syncStat="4" /);
    expect(attribute(first, "mac")).toMatch(/^(?:[\da-f]{2}:){5}[\da-f]{2}$/);
    expect(attribute(second, "mac")).toBe(`${attribute(first, "mac")}:${zone.port}`);
    expect(attribute(second, "id")).toBe(`127.0.0.1:${zone.port}`);
    expect(first).not.toMatch(/<master|<slave|muteVolume/);
  });

  it("has case-sensitive paths and answers 404 as text", async ({ sim }) => {
    for (const path of ["/status", "/Status/", "/Players"]) {
      const { status, type, text: body } = await ask(sim, path);
      expect([status, type, body.trim()]).toEqual([
        404,
        expect.stringMatching(/^text\/plain/),
        "404 page not found",
      ]);
    }
    expect(await ask(sim, `${sim.url}//Status`)).toMatchObject({ status: 301, location: "/Status" });
    expect((await ask(sim, "/Status", { method: "POST" })).status).toBe(200);
  });

  it("looks for its primary when that loses power, and leaves by itself", async ({ sim }) => {
    await using other = await startSimulator({ ...quick, network: sim.player.network });
    await text(sim, `/AddSlave?slave=127.0.0.1&port=${other.port}`);
    await sim.sleep();
    expect(await text(other, "/SyncStatus")).toContain('reconnecting="true"');
    await text(other, "/SetMaster");
    expect(await text(other, "/SyncStatus")).not.toContain("<master");
  });

  it("gives its art itself only when asked to follow", async ({ sim }) => {
    const image = content(await text(sim, "/Status"), "image")?.replaceAll("&amp;", "&") ?? "";
    expect(await ask(sim, image)).toMatchObject({
      status: 302,
      location: expect.stringMatching(/^http:\/\/art/),
    });
    expect((await ask(sim, `${image}&followRedirects=1`)).type).toBe("image/png");
    sim.player.stop();
    sim.player.heard = undefined;
    expect((await ask(sim, "/Artwork")).text).toContain("<artwork>");
  });
});

describe("a fault of a simulated BluOS player", () => {
  it.each([
    ["bomb", /<!ENTITY/],
    ["externalEntity", /SYSTEM "file:/],
    ["deep", /^(?:<a>){50}/],
    ["wide", /<a b="c"\/>/],
    ["otherRoot", /<welcome/],
    ["error:no", /<error>no<\/error>/],
    ["html", /<html/],
    ["notFound", /404 page/],
  ])("answers %s", async (fault, body) => {
    await using sim = await startSimulator(quick);
    sim.behaviors.add(`${fault}@Status*1`);
    expect(await text(sim, "/Status")).toMatch(body);
    expect(await text(sim, "/Status")).toContain("<status etag=");
  });

  it("answers held polls at once with another token, or the same", async ({ sim }) => {
    const etag = attribute(await text(sim, "/Status"), "etag");
    using fault = sim.behaviors.add("newToken");
    const answers = await Promise.all([1, 2].map(() => text(sim, `/Status?timeout=60&etag=${etag}`)));
    expect(new Set(answers.map((each) => attribute(each, "etag")))).toEqual(new Set(["never-1", "never-2"]));
    fault.remove();
    sim.behaviors.add("spinning");
    expect(attribute(await text(sim, `/Status?timeout=60&etag=${etag}`), "etag")).toBe(etag);
  });
});

it("a simulated BluOS player announces every zone of its chassis to the search of the bridge", async ({
  sim,
}) => {
  await using zone = await startSimulator({ ...quick, chassis: sim });
  const search = bluos.discovery.find(({ name }) => name === "LSDP");
  const way = searchWays([sim.player, zone.player]).find(({ name }) => name === "LSDP");
  const question = search?.question ?? Buffer.alloc(0);
  expect([way?.isAsked(question), way?.isAsked(question.subarray(0, 7))]).toEqual([true, false]);
  const answer = way?.answer(question, "127.0.0.1") ?? Buffer.alloc(0);
  const hosts = [sim, zone].map(({ port }) => `127.0.0.1:${port}`);
  expect(search?.hostsIn(answer, "127.0.0.1")).toEqual(hosts);
});
