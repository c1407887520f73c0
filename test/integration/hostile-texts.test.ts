import { fetch } from "undici";
import { describe, expect } from "vitest";
import { Bridged } from "../support/bridge/bridged.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";

const attack = "\u001b[2J\u001b]0;owned\u0007\u009b31m\u202eevil\u0000\ud83d";
const plain = "evil\ufffd";
/** Everything that must not go out in a text for people, as it is or escaped in JSON. */
const unsafe = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]|\p{Cs}|\\u(?:00[01]|d83d)/u;

const it = withBridge();

describe("a player whose texts attack terminals and readers", () => {
  it("is shown with plain texts on topics, page and log, while tags stay as they are", async ({ sim }) => {
    const { audio, video, music } = sim.player;
    const [first] = audio.outputs;
    if (first === undefined) throw new Error("it has no output");
    audio.outputs.splice(0, 1, { ...first, name: attack, tag: "T\u202eAG" });
    video.update(0, { title: attack, subtitles: [attack], audioTracks: [attack] });
    music.update(0, { title: attack, artist: attack, album: attack });
    sim.player.identity = { ...sim.player.identity, model: attack, firmware: attack };
    await using bridged = await Bridged.settled(sim, { hasHttp: true });
    await bridged.waitFor("video/title", plain);
    const options = bridged.payload("audio/output/options") ?? "";
    expect(options).toContain(`"tag":"T\u202eAG"`);
    expect(options).toContain(`"title":"${plain}"`);
    for (const [topic, payload] of bridged.subscriber.state) {
      expect([topic, payload.replaceAll("T\u202eAG", "")]).toEqual([
        topic,
        expect.not.stringMatching(unsafe),
      ]);
    }
    expect(await bridged.select("output", "T\u202eAG")).toMatchObject({
      request: "T\u202eAG",
      tag: "T\u202eAG",
    });
    const page = await fetch(`${bridged.bridge.httpUrl}/api/v1/players`);
    expect((await page.text()).replaceAll("T\u202eAG", "")).not.toMatch(unsafe);
    const answers = await fetch(`${bridged.bridge.httpUrl}/api/v1/players/den/answers`);
    expect(await answers.text()).not.toMatch(/[\u202a-\u202e\u0080-\u009f]/);
  });
});

describe("a sender whose requests do", () => {
  it("gets them back as plain text, in whole characters, with its own transaction", async ({ bridged }) => {
    const transaction = "t\u202e1";
    const payload = JSON.stringify({ tag: attack, transaction });
    expect(await bridged.select("input", payload)).toMatchObject({
      request: plain,
      outcome: "rejected",
      reason: expect.not.stringMatching(/[\u0080-\u009f\u202e]/),
      transaction,
    });
    const long = `${"x".repeat(62)}😀`;
    const { reason } = await bridged.select("input", `${long}${"y".repeat(100)}`);
    expect(reason).toContain(`"${"x".repeat(62)}…"`);
    const topic = `player2mqtt/den/${"x".repeat(63)}😀/set`;
    expect(await bridged.subscriber.ask(topic, "on")).toMatchObject({ command: "x".repeat(63) });
  });

  it.for(["a", "audio/output/set", "a/b/c/d/e/f/g/h/i/j/k/l"])(
    "is told that there is no control %s",
    async (control, { bridged }) => {
      expect(await bridged.subscriber.ask(`player2mqtt/den/${control}/set`, "x")).toMatchObject({
        command: control,
        outcome: "rejected",
        reason: expect.stringMatching(/^unknown control /),
      });
    },
  );
});
