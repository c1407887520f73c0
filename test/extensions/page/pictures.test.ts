import { describe, expect, it } from "vitest";
import { DeviceError } from "../../../src/core/errors.ts";
import { pictureKey, pictureOf } from "../../../src/extensions/page/pictures.ts";
import { audio, entry, music, routing, styles } from "../../core/sample-player.ts";
import { settled } from "../../core/samples.ts";
import { type FakePage, type FakePlayer, withPlayer } from "./fake-page.ts";

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

function withIcon(): FakePage & { readonly den: FakePlayer } {
  const icon = "http://192.0.2.7:9529/SystemSettings/getItemSettingIcon?iconName=a.png";
  const entries = [entry("A/B?", { details: { icon } }), entry("C", { details: { icon: null } })];
  const state = settled();
  const player = {
    ...state.player,
    audio: { ...audio(), input: routing(entries, "C") },
    spectrumStyles: { ...styles, options: [{ index: 0, title: "Bars", picture: icon }] },
  };
  const fake = withPlayer({ ...state, player });
  fake.answer = () => Promise.resolve({ status: 200, body: png });
  return fake;
}

const address = `/api/v1/players/den/icons/input?value=${encodeURIComponent("A/B?")}`;

function play(fake: FakePage, den: FakePlayer, picture: string): void {
  const state = { ...music, track: { ...music.track, picture } };
  fake.change(den, { player: { ...den.state.player, music: state } });
}

/** Where the pictures of what plays in any test are. */
const playing = (["cover", "poster", "backdrop"] as const).map(
  (name) => [name, `http://player/${name}`] as const,
);

function coverOf(den: FakePlayer): string {
  return `/api/v1/players/den/cover?key=${encodeURIComponent(pictureOf(den.state, "cover"))}`;
}

describe("a cover", () => {
  it.each(playing)(
    "or %s comes from the player, and is kept only under the payload of its topic",
    async (name, url) => {
      using fake = withIcon();
      for (const [query, caching] of [
        [`?key=${encodeURIComponent(url)}`, "private, max-age=3600"],
        ["", "no-store"],
      ]) {
        const answer = await fake.ask(`/api/v1/players/den/${name}${query}`);
        const { "content-type": type, "cache-control": kept } = Object.fromEntries(answer.headers);
        expect([type, kept, Buffer.from(await answer.arrayBuffer())]).toEqual(["image/png", caching, png]);
      }
      expect(fake.pictures).toEqual([url]);
    },
  );

  it("of a former track is no longer available under its key", async () => {
    using fake = withIcon();
    play(fake, fake.den, "http://192.0.2.7:9529/cover?id=7");
    const before = coverOf(fake.den);
    play(fake, fake.den, "http://192.0.2.7:9529/cover?id=8");
    expect((await fake.ask(before)).status).toBe(204);
    expect((await fake.ask(coverOf(fake.den))).status).toBe(200);
    expect(fake.pictures).toEqual(["http://192.0.2.7:9529/cover?id=8"]);
  });

  it("is not requested if the player reports none", async () => {
    using fake = withIcon();
    play(fake, fake.den, "");
    expect(pictureOf(fake.den.state, "cover")).toBe("");
    expect((await fake.ask("/api/v1/players/den/cover?key=1")).status).toBe(204);
    expect(fake.pictures).toEqual([]);
  });
});

describe("an icon", () => {
  it("comes from the player through the bridge, and is cached", async () => {
    using fake = withIcon();
    const [first, second] = await Promise.all([fake.ask(address), fake.ask(address)]);
    expect(first.headers.get("content-type")).toBe("image/png");
    expect(first.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(Buffer.from(await second.arrayBuffer())).toEqual(png);
    await fake.ask(address);
    expect(fake.pictures).toEqual(["http://192.0.2.7:9529/SystemSettings/getItemSettingIcon?iconName=a.png"]);
    await fake.clock.advance(3_600_000);
    await fake.ask(address);
    expect(fake.pictures).toHaveLength(2);
  });

  it("takes its own room alone, however often it is renewed", async () => {
    using fake = withIcon();
    fake.answer = () => Promise.resolve({ status: 200, body: Buffer.concat([png, Buffer.alloc(900_000)]) });
    for (let hour = 0; hour < 12; hour += 1) {
      await fake.ask(address);
      await fake.clock.advance(3_600_000);
    }
    await fake.ask(address);
    await fake.ask(address);
    expect(fake.pictures).toHaveLength(13);
  });

  it("shows a style of the display, too", async () => {
    using fake = withIcon();
    const style = await fake.ask("/api/v1/players/den/icons/spectrum?value=Bars");
    expect(style.headers.get("content-type")).toBe("image/png");
    expect((await fake.ask("/api/v1/players/den/icons/meters?value=Bars")).status).toBe(204);
  });

  it.each([
    ["/api/v1/players/den/icons/input?value=C", 204],
    ["/api/v1/players/den/icons/input?value=http://stranger.example/x.png", 204],
    ["/api/v1/players/den/icons/output?value=A/B?", 204],
    ["/api/v1/players/den/icons/inputs?value=A/B?", 400],
    ["/api/v1/players/den/icons/input", 400],
    ["/api/v1/players/gone/icons/input?value=A/B?", 404],
    ["/api/v1/players/gone/cover?key=1", 404],
  ])("is requested only for entries that the player offers: %s gets %i", async (asked, status) => {
    using fake = withIcon();
    expect((await fake.ask(asked)).status).toBe(status);
    expect(fake.pictures).toEqual([]);
  });

  it.each([
    ["SVG, which can hold scripts", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), 200],
    ["HTML that claims to be a picture", Buffer.from("<html>"), 200],
    ["too large", Buffer.concat([png, Buffer.alloc(1_048_576)]), 200],
    ["empty", Buffer.alloc(0), 200],
    ["an error", png, 404],
  ])("is not shown if it is %s, and not requested again at once", async (_, body, status) => {
    using fake = withIcon();
    fake.answer = () => Promise.resolve({ status, body });
    expect((await fake.ask(address)).status).toBe(204);
    expect((await fake.ask(address)).status).toBe(204);
    expect(fake.pictures).toHaveLength(1);
    await fake.clock.advance(61_000);
    fake.answer = () => Promise.resolve({ status: 200, body: png });
    expect((await fake.ask(address)).status).toBe(200);
  });

  it.each([
    ["image/jpeg", "ffd8ffe000104a46"],
    ["image/gif", "474946383961"],
    ["image/webp", "52494646aabbccdd57454250"],
  ])("may be %s, whatever type the player declares", async (type, hex) => {
    using fake = withIcon();
    fake.answer = () => Promise.resolve({ status: 200, body: Buffer.from(hex, "hex") });
    expect((await fake.ask(address)).headers.get("content-type")).toBe(type);
  });

  it("is left out if the player does not deliver it", async () => {
    using fake = withIcon();
    fake.answer = () => Promise.reject(new DeviceError("broken", "unreachable: ECONNRESET"));
    expect((await fake.ask(address)).status).toBe(204);
    await fake.clock.advance(61_000);
    fake.answer = (_id, _url, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(new Error("given up")));
      });
    const answer = fake.ask(address);
    await expect.poll(() => fake.pictures).toHaveLength(2);
    await fake.clock.advance(10_000);
    expect((await answer).status).toBe(204);
  });

  it.each(["offline", "unknown"] as const)(
    "is not requested from an %s player, and shown as long as it is that",
    async (availability) => {
      using fake = withIcon();
      await fake.ask(address);
      fake.change(fake.den, { availability });
      await fake.clock.advance(3_600_001);
      expect((await fake.ask(address)).status).toBe(200);
      expect((await fake.ask(coverOf(fake.den))).status).toBe(204);
      expect(fake.pictures).toHaveLength(1);
    },
  );
});

describe("the picture of an entry of a list", () => {
  const url = (id: number): string => `http://192.0.2.7:9529/image?id=${id}`;
  const artOf = (id: number): string => `/api/v1/players/den/art/${pictureKey(url(id))}`;

  /** A library whose pages have an entry with a picture for each id. */
  async function withList(...ids: number[]): Promise<ReturnType<typeof withIcon>> {
    const fake = withIcon();
    await list(fake, ids);
    return fake;
  }

  async function list(fake: ReturnType<typeof withIcon>, ids: readonly number[]): Promise<void> {
    const entries = ids.map((id) => ({ id: String(id), title: `Track ${id}`, picture: url(id) }));
    fake.den.browse = () => Promise.resolve({ kind: "page", page: { total: ids.length, entries } });
    const page = (await (await fake.ask("/api/v1/players/den/library/tracks")).json()) as {
      entries: { art: string }[];
    };
    expect(page.entries.map(({ art }) => art)).toEqual(ids.map((id) => pictureKey(url(id))));
  }

  it("is there as long as 20,000 others were not listed since", async () => {
    const others = Array.from({ length: 19_998 }, (_, index) => index + 100);
    using fake = await withList(1, 2, ...others);
    await list(fake, [1]);
    await list(fake, [3]);
    const statuses = [1, 2, 3].map(async (id) => (await fake.ask(artOf(id))).status);
    expect(await Promise.all(statuses)).toEqual([200, 204, 200]);
  });

  it.each([
    ["512 others", 512, 0],
    ["8 MB of others", 9, 1_000_000],
  ])("is kept until %s came", async (_most, count, bytes) => {
    const ids = Array.from({ length: count + 1 }, (_, id) => id);
    using fake = await withList(...ids);
    fake.den.pictureBudget = count + 2;
    fake.answer = () => Promise.resolve({ status: 200, body: Buffer.concat([png, Buffer.alloc(bytes)]) });
    for (const id of ids) await fake.ask(artOf(id));
    const before = fake.pictures.length;
    for (const id of [count, 0]) await fake.ask(artOf(id));
    expect(fake.pictures.slice(before)).toEqual([url(0)]);
  });

  it("is sent only if a list had it, so that nobody makes the bridge ask the player for anything else", async () => {
    using fake = await withList(1);
    expect((await fake.ask(artOf(1))).status).toBe(200);
    expect((await fake.ask(artOf(2))).status).toBe(204);
    expect(fake.pictures).toEqual([url(1)]);
  });

  it("is requested one at a time, and not for a page that left meanwhile", async () => {
    using fake = await withList(1, 2, 3);
    const answers: (() => void)[] = [];
    fake.answer = () => new Promise((resolve) => answers.push(() => resolve({ status: 200, body: png })));
    const left = new AbortController();
    const first = fake.ask(artOf(1));
    const second = fake.ask(artOf(2), { signal: left.signal });
    const third = fake.ask(artOf(3));
    await expect.poll(() => answers.length).toBe(1);
    left.abort();
    answers[0]?.();
    await first;
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.();
    expect((await third).status).toBe(200);
    expect((await second).status).toBe(204);
    expect(fake.pictures).toEqual([url(1), url(3)]);
  });

  it("counts for the budget of the library only where the bridge has to ask", async () => {
    using fake = await withList(1, 2);
    fake.den.pictureBudget = 1;
    for (const id of [1, 1, 2, 1]) await fake.ask(artOf(id));
    expect(fake.pictures).toEqual([url(1)]);
    fake.den.pictureBudget = 1;
    expect((await fake.ask(artOf(2))).status).toBe(200);
  });
});
