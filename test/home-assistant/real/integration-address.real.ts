import { setTimeout } from "node:timers/promises";
import { request } from "undici";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { type Heard, startDen, startLoft } from "../../support/heard-player.ts";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import { House } from "./house.ts";
import { confirmDiscovered, shows } from "./integration-house.ts";
import { patiently } from "./patiently.ts";

const radio = "http://radio.example/harbour.mp3";
const bell = "http://house.example/bell.mp3?seconds=3";

const makes = ["den", "loft"] as const;

const hassConfiguration = [stringify({ tts: [{ platform: "demo" }] })];

describe.skipIf(whyNoHomeAssistant !== "")("addresses in a real Home Assistant", () => {
  let house: House;
  const players: Partial<Record<(typeof makes)[number], Heard>> = {};
  const playerOf = (make: (typeof makes)[number]): Heard => {
    const player = players[make];
    if (player === undefined) throw new Error(`${make} did not start`);
    return player;
  };
  const entity = (make: string): string => `media_player.${make}`;
  const act = async (action: string, make: string, data: object = {}): Promise<void> =>
    house.api.act(action.includes(".") ? action : `media_player.${action}`, entity(make), data);
  const play = async (make: string, media_content_id: string, more: object = {}): Promise<void> =>
    act("play_media", make, { media_content_id, media_content_type: "music", ...more });

  /** Its track plays, as its entity shows. */
  const begin = async (
    make: (typeof makes)[number],
  ): Promise<{ title: string; volume: number | undefined }> => {
    const player = playerOf(make);
    player.begin();
    const title = player.track();
    expect(title).not.toBe("");
    await shows(house, entity(make), { state: "playing", attributes: { media_title: title } });
    await setTimeout(1500);
    return { title, volume: player.volume() };
  };

  /** It plays what it played before, and Home Assistant shows it. */
  const isBack = async (
    make: (typeof makes)[number],
    { title, volume }: { title: string; volume: number | undefined },
  ): Promise<void> => {
    const player = playerOf(make);
    await patiently(async () => expect([player.track(), player.volume()]).toEqual([title, volume]));
    await shows(house, entity(make), { state: "playing", attributes: { media_title: title } });
  };

  beforeAll(async () => {
    const [den, loft] = await Promise.all([startDen("127.0.43.1"), startLoft()]);
    Object.assign(players, { den, loft });
    house = await House.start({
      hasIntegration: true,
      hassConfiguration,
      others: [
        { id: "den", name: "Den", url: den.url },
        { id: "loft", name: "Loft", url: loft.url },
      ],
    });
    await confirmDiscovered(house);
    for (const make of makes) {
      await shows(house, entity(make), { state: "playing" });
    }
  });
  afterAll(async () => {
    await house?.[Symbol.asyncDispose]();
    for (const make of makes) await players[make]?.[Symbol.asyncDispose]();
  });
  afterEach(() => {
    house.checkComplaints({ isDisturbed: true });
  });

  test("speech that the media browser offers is played by an address that the player may fetch", async () => {
    const player = playerOf("loft");
    await begin("loft");
    const { children } = await house.api.browse(entity("loft"));
    expect(children.map(({ title }) => title)).toContain("Text-to-speech");
    await play("loft", "media-source://tts/demo?message=Dinner&language=en");
    // It names its address in the network, but listens on this machine alone. The player has no token.
    const { pathname, search } = new URL(player.stream());
    const { statusCode, headers, body } = await request(`${house.hass.url}${pathname}${search}`);
    await body.dump();
    expect([statusCode, headers["content-type"]]).toEqual([200, "audio/mpeg"]);
    player.endStream();
  });

  test.each(["loft"] as const)(
    "%s announces, and goes back to what it played at its volume",
    async (make) => {
      const player = playerOf(make);
      const before = await begin(make);
      const call = play(make, bell, { announce: true, extra: { volume: 30 } });
      await patiently(async () => expect(player.stream()).toMatch(/bell\.mp3/));
      expect(player.volume()).not.toBe(before.volume);
      await call;
      expect(player.stream()).toBe("");
      await isBack(make, before);
    },
  );

  test.each(makes)("%s says what an action of speech gives it, and goes back", async (make) => {
    const player = playerOf(make);
    const before = await begin(make);
    const call = house.api.call("call_service", {
      domain: "tts",
      service: "demo_say",
      service_data: { message: "The door is open", entity_id: entity(make) },
    });
    await patiently(async () => expect(player.stream()).toMatch(/\.mp3$/));
    await setTimeout(2000);
    player.endStream();
    await call;
    await isBack(make, before);
  });

  const faults: Readonly<Record<string, { leave: () => Promise<void>; comeBack: () => Promise<void> }>> = {
    "the bridge restarts": { leave: () => house.stopBridge(), comeBack: () => house.startBridge() },
    "the broker is gone": { leave: () => house.broker.stop(), comeBack: () => house.broker.start() },
  };

  const inTheMiddle = makes.flatMap((make) => Object.keys(faults).map((fault) => [make, fault] as const));

  test.each(inTheMiddle)(
    "%s goes back from an announcement although %s in the middle",
    async (make, fault) => {
      const player = playerOf(make);
      const before = await begin(make);
      const call = play(make, "http://house.example/bell.mp3?seconds=600", {
        announce: true,
        extra: { volume: 45 },
      });
      const told = call.then(
        () => "played",
        (error: unknown) => String(error),
      );
      await patiently(async () => expect(player.stream()).not.toBe(""));
      await patiently(async () => expect(player.volume()).not.toBe(before.volume));
      await faults[fault]?.leave();
      // Whoever called is told at once.
      expect(await told).toContain("call_service");
      await shows(house, entity(make), { state: "unavailable" });
      await faults[fault]?.comeBack();
      await shows(house, entity(make), { state: "playing" });
      player.endStream();
      await isBack(make, before);
    },
  );

  test.each(makes)(
    "%s is switched off in the middle of an announcement, and gets its volume back",
    async (make) => {
      const player = playerOf(make);
      const { volume } = await begin(make);
      const call = play(make, bell, { announce: true, extra: { volume: 45 } }).catch(() => {});
      await patiently(async () => expect(player.volume()).not.toBe(volume));
      await player.cut();
      await patiently(async () =>
        expect((await house.api.state(entity(make))).state).toMatch(/^(?:off|unavailable)$/),
      );
      await expect(play(make, radio)).rejects.toThrow("call_service");
      await player.mend();
      await call;
      await patiently(async () => expect(player.volume()).toBe(volume));
      await patiently(async () =>
        expect((await house.api.state(entity(make))).state).toMatch(/^(?:idle|paused|playing)$/),
      );
      await begin(make);
    },
  );

  test("a sleep timer gives the volume back although the bridge restarts while it fades", async () => {
    const player = playerOf("den");
    const { volume = 0 } = await begin("den");
    await house.api.serve("number.set_value", "number.den_sleep", { value: 1 });
    await patiently(async () => expect(player.volume()).toBeLessThan(volume));
    await house.restartBridge();
    await patiently(async () => expect(player.track()).toBe(""), 90_000);
    await patiently(async () => expect(player.volume()).toBe(volume));
    await shows(house, entity("den"), { state: "paused" });
  });
});
