import { describe, expect, test } from "vitest";
import { type SimulatorOptions, startSimulator } from "../../../simulator/bluos/start-simulator.ts";
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

  it("holds a poll with the current token until something changes, here and not in another zone", async ({
    sim,
  }) => {
    await using zone = await startSimulator({ ...quick, chassis: sim });
    const etag = attribute(await text(sim, "/Status"), "etag");
    expect(etag).toMatch(/^[\da-f]{32}$/);
    let isOver = false;
    const held = text(sim, `/Status?timeout=20&etag=${etag}`).finally(() => {
      isOver = true;
    });
    await text(zone, "/Pause");
    await text(zone, "/Volume?level=3");
    expect(isOver).toBe(false);
    await text(sim, "/Pause");
    expect(content(await held, "state")).toBe("pause");
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

describe("the announcement of a simulated BluOS player", () => {
  // From the packet in the specification.
  const query = Buffer.from("064c534450010551 01ffff".replaceAll(" ", ""), "hex");

  it("lists every zone of the chassis with its port by LSDP", async ({ sim }) => {
    await using zone = await startSimulator({ ...quick, chassis: sim });
    const way = searchWays([sim.player, zone.player]).find(({ name }) => name === "LSDP");
    expect(way?.isAsked(query)).toBe(true);
    expect(way?.isAsked(query.subarray(0, 7))).toBe(false);
    const answer = way?.answer(query, "127.0.0.1") ?? Buffer.alloc(0);
    expect(answer.subarray(0, 6).toString("latin1")).toBe("\u0006LSDP\u0001");
    expect(answer[6]).toBe(answer.length - 6);
    expect(answer.subarray(7, 9)).toEqual(Buffer.from([0x41, 6]));
    expect(answer.subarray(15, 20)).toEqual(Buffer.from([4, 127, 0, 0, 1]));
    for (const { port } of [sim, zone]) expect(answer.includes(`\u0004port\u0005${port}`)).toBe(true);
  });
});
