import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { performance } from "node:perf_hooks";
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

/** Holds back what the players would do later; they do it when the function is called. */
function heldBack(...sims: readonly Sim[]): () => void {
  let goOn = (): void => {};
  const going = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  for (const { player } of sims) player.after = (_ms, act) => void going.then(act);
  return goOn;
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

  it("answers at once without a time, or with any other token", async ({ sim }) => {
    const etag = attribute(await text(sim, "/Status"), "etag");
    // Held, the last two would take longer than a test may.
    for (const query of [`etag=${etag}`, `timeout=0&etag=${etag}`, "timeout=90", "timeout=90&etag=x"])
      await text(sim, `/Status?${query}`);
    const late = performance.now();
    expect(attribute(await text(sim, `/Status?timeout=1&etag=${etag}`), "etag")).toBe(etag);
    expect(performance.now() - late).toBeGreaterThan(950);
  });

  it("has no token for the passing of time, and tells of a change of the other document", async () => {
    let now = 0;
    await using sim = await startSimulator({ ...quick, now: () => now });
    const before = await text(sim, "/Status");
    now = 30_000;
    const after = await text(sim, "/Status");
    expect([content(before, "secs"), content(after, "secs")]).toEqual(["0", "30"]);
    expect(attribute(after, "etag")).toBe(attribute(before, "etag"));
    await text(sim, "/Name?set=Attic");
    expect(content(await text(sim, "/Status"), "syncStat")).toBe("5");
  });

  it("resumes from a pause, but not from a stop", async ({ sim }) => {
    expect(content(await text(sim, "/Pause"), "state")).toBe("pause");
    expect(content(await text(sim, "/Play"), "state")).toBe("play");
    await text(sim, "/Stop");
    expect(content(await text(sim, "/Play?nonsense=1"), "state")).toBe("stop");
    expect(content(await text(sim, "/Pause"), "state")).toBe("pause");
    expect(content(await text(sim, "/Play"), "state")).toBe("play");
    expect(content(await text(sim, "/Play?id=3"), "state")).toBe("play");
    expect(content(await text(sim, "/Status"), "song")).toBe("3");
  });

  it("goes on with the queue by itself, and wraps around when skipped", async () => {
    await using sim = await startSimulator({ ...quick, queueSize: 2 });
    sim.player.playQueue(0, sim.player.queue[0]?.seconds);
    await expect.poll(async () => content(await text(sim, "/Status"), "song")).toBe("1");
    expect(content(await text(sim, "/Skip"), "id")).toBe("0");
    expect(content(await text(sim, "/Back"), "id")).toBe("1");
  });

  it("changes by the bare forms of Shuffle and Sleep, and refuses a bare Repeat with status 200", async ({
    sim,
  }) => {
    expect(attribute(await text(sim, "/Shuffle?state=1"), "shuffle")).toBe("1");
    expect(attribute(await text(sim, "/Shuffle"), "shuffle")).toBe("0");
    const steps: (string | undefined)[] = [];
    for (let step = 0; step < 6; step += 1) steps.push(content(await text(sim, "/Sleep"), "sleep"));
    expect(steps).toEqual(["15", "30", "45", "60", "90", "0"]);
    expect(content(await text(sim, "/Sleep?minutes=7"), "sleep")).toBe("7");
    expect(await ask(sim, "/Repeat")).toMatchObject({ status: 200, text: expect.stringContaining("<error") });
    expect(attribute(await text(sim, "/Repeat?state=1"), "repeat")).toBe("1");
  });

  it("selects an input, whose type is missing while it connects; an unknown one is 404 and empty", async ({
    sim,
  }) => {
    const inputs = await text(sim, "/RadioBrowse?service=Capture");
    expect(inputs).toMatch(
      /<item id="input2" typeIndex="arc-1" inputType="arc" text="Television" URL="Capture%3A/,
    );
    const goOn = heldBack(sim);
    await text(sim, "/Play?inputTypeIndex=arc-1");
    const early = await text(sim, "/Status");
    expect([content(early, "state"), content(early, "inputTypeIndex")]).toEqual(["connecting", undefined]);
    expect(content(early, "streamUrl")).toMatch(/^Capture:/);
    goOn();
    expect(content(await text(sim, "/Status"), "inputTypeIndex")).toBe("arc-1");
    expect(await ask(sim, "/Play?inputTypeIndex=phono-1")).toMatchObject({ status: 404, text: "" });
  });

  it("groups and ungroups, one-sided at first; a secondary shows its primary's playback and its own volume", async ({
    sim,
  }) => {
    await using other = await startSimulator({ ...quick, network: sim.player.network, name: "Hall" });
    const goOn = heldBack(sim);
    await text(other, "/Stop");
    await text(other, "/Volume?level=9");
    const add = `/AddSlave?slave=127.0.0.1&port=${other.port}`;
    expect(await text(sim, add)).toContain(`<slave id="127.0.0.1" port="${other.port}"></slave>`);
    expect(await text(sim, add)).toContain("<addSlave></addSlave>");
    expect(await text(other, "/SyncStatus")).toContain(`<master port="${sim.port}">127.0.0.1</master>`);
    expect(await text(sim, "/SyncStatus")).not.toContain("<slave");
    goOn();
    expect(await text(sim, "/SyncStatus")).toMatch(/ group="Kitchen Node\+Hall" .*<slave id="127/);
    expect(content(await text(other, "/Status"), "state")).toBe("play");
    await text(other, "/Pause");
    expect(content(await text(sim, "/Status"), "state")).toBe("pause");
    expect(await text(other, "/Volume")).toMatch(/>9</);
    await text(sim, "/Volume?level=20&tell_slaves=1");
    expect(await text(other, "/Volume")).toMatch(/>20</);
    // The answer is the old document.
    expect(await text(sim, `/RemoveSlave?slave=127.0.0.1&port=${other.port}`)).toContain("<slave ");
    expect(await text(other, "/SyncStatus")).not.toContain("<master");
  });

  it("looks for its primary when that loses power, and leaves by itself", async ({ sim }) => {
    await using other = await startSimulator({ ...quick, network: sim.player.network });
    await text(sim, `/AddSlave?slave=127.0.0.1&port=${other.port}`);
    await sim.sleep();
    expect(await text(other, "/SyncStatus")).toContain('reconnecting="true"');
    await text(other, "/SetMaster");
    expect(await text(other, "/SyncStatus")).not.toContain("<master");
  });

  it("redirects its settings to another port, and changes them on its own", async ({ sim }) => {
    const { status, location = "" } = await ask(sim, "/Settings?id=audio&schemaVersion=32");
    expect([status, location]).toEqual([
      301,
      `http://127.0.0.1:${sim.settingsPort}/Settings?id=audio&schemaVersion=32`,
    ]);
    expect((await ask(sim, location)).text).toMatch(/id="channelMode" .*class="list" value="default"/);
    await text(sim, "/audiomodes?channelMode=mono&nonsense=1");
    expect((await ask(sim, location)).text).toMatch(/id="channelMode" .*class="list" value="mono"/);
    expect((await ask(sim, location.replace("schemaVersion=32", "schemaVersion=25"))).status).toBe(400);
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

  it("reboots on the port of its web pages alone, with all its zones", async ({ sim }) => {
    await using zone = await startSimulator({ ...quick, chassis: sim });
    const goOn = heldBack(sim, zone);
    const sent = request({ port: sim.webPort, path: "/reboot", method: "POST" }).end("yes=1");
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    answer.resume();
    expect(answer.headers["content-type"]).toMatch(/html/);
    for (const each of [sim, zone])
      await expect.poll(() => ask(each, "/Status").catch(() => "away"), { interval: 5 }).toBe("away");
    goOn();
    await expect.poll(async () => (await ask(zone, "/SyncStatus").catch(() => undefined))?.status).toBe(200);
    expect(content(await text(sim, "/Status"), "state")).toBe("stop");
  });

  it("leaves held polls open after a power cut, and comes back", async ({ sim }) => {
    const etag = attribute(await text(sim, "/Status"), "etag");
    let isOver = false;
    const held = text(sim, `/Status?timeout=1&etag=${etag}`).catch(() => {
      isOver = true;
    });
    await expect.poll(() => sim.traffic.inProgress).toBe(1);
    sim.cutPower();
    await expect(ask(sim, "/Status")).rejects.toMatchObject({ code: "ECONNREFUSED" });
    sim.player.changed();
    expect(isOver).toBe(false);
    await sim.wake();
    await held;
    expect((await ask(sim, "/Status")).status).toBe(200);
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

  it("ignores commands but answers 200", async ({ sim }) => {
    sim.behaviors.add("ignores");
    expect((await ask(sim, "/Pause")).status).toBe(200);
    expect(await text(sim, "/Volume?level=1")).toMatch(/>34</);
    expect(content(await text(sim, "/Status"), "state")).toBe("play");
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
