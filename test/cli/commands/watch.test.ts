import { describe, expect, it } from "vitest";
import { replayMs } from "../../../src/cli/broker-client.ts";
import { fastClock } from "../../../src/cli/conformance/fast-clock.ts";
import { fakeShell } from "../fake-shell.ts";
import { startEmptyBroker, startHouse, startImpostor } from "../houses.ts";
import { begin, end, until } from "../running-command.ts";

const infoOf = (id: string): string => JSON.stringify({ players: [{ id }] });

describe("watch", () => {
  it("prints a line for each message when it is piped, with nothing in it that is not text", async () => {
    const broker = await startEmptyBroker();
    await startImpostor(broker.url);
    const watching = begin(["watch", "study", `--mqtt.url=${broker.url}`]);
    await until(() => expect(watching.shell.stdout.text.split("\n")).toHaveLength(5));
    expect(watching.shell.stdout.text.split("\n").sort()).toEqual([
      "",
      "player2mqtt/bridge/state online",
      "player2mqtt/study/availability online",
      "player2mqtt/study/music/picture/data (3 bytes of binary data)",
      String.raw`player2mqtt/study/video/title \u001b[2JFilm\n`,
    ]);
    expect(watching.shell.stderr.text).toBe(`connected to ${broker.url}\n`);
    expect(await end(watching)).toBe(0);
  });

  it("says why there is no connection, and goes on trying", async () => {
    const watching = begin(["watch", "--mqtt.url=mqtt://127.0.0.1:1"]);
    await until(() => expect(watching.shell.stderr.text).toMatch(/no connection to mqtt:.*ECONNREFUSED/));
    expect(await end(watching)).toBe(0);
  });

  it("says that no bridge is there, and goes on looking", async () => {
    const broker = await startEmptyBroker();
    const watching = begin(["watch", `--mqtt.url=${broker.url}`]);
    await until(() =>
      expect(watching.shell.stderr.text).toContain("no bridge found at this broker: is it running"),
    );
    await startImpostor(broker.url);
    await until(() => expect(watching.shell.stdout.text).toContain("player2mqtt/bridge/state online\n"));
    expect(await end(watching)).toBe(0);
  });

  it("ends with what there is, if the bridge has no such player", async () => {
    const { url } = await startHouse();
    const nosuch = begin(["watch", "stduy", `--mqtt.url=${url}`]);
    expect(await nosuch.done).toBe(1);
    expect(nosuch.shell.stderr.text).toMatch(/the bridge has no such player: did you mean study\?\n$/);
    const other = begin(["watch", "cellar", `--mqtt.url=${url}`], fakeShell({ isTTY: true }));
    expect(await other.done).toBe(1);
    expect(other.shell.stderr.text).toContain("the bridge has no such player: it has study\n");
  });

  it("does not end because of a bridge that is offline, unless another one is there", async () => {
    const broker = await startEmptyBroker();
    const args = ["watch", "kitchen", `--mqtt.url=${broker.url}`];
    await startImpostor(broker.url, "offline", { "bridge/info": infoOf("study") });
    const clock = fastClock(10);
    const waiting = begin(args, fakeShell({ clock }));
    await until(() => expect(waiting.shell.stdout.text).toContain("player2mqtt/bridge/info "));
    await clock.sleep(2 * replayMs, new AbortController().signal);
    expect(waiting.shell.stderr.text).toBe(`connected to ${broker.url}\n`);
    expect(await end(waiting)).toBe(0);

    await startImpostor(broker.url, "offline", {
      "bridge/info": infoOf("kitchen"),
      "bridge-2/info": infoOf("study"),
      "bridge-2/state": "online",
    });
    const ended = begin(args, fakeShell({ clock: fastClock(10) }));
    expect(await ended.done).toBe(1);
    expect(ended.shell.stderr.text).toMatch(/\nbridge, which has the player, is offline\n$/);
  });

  it("draws a picture on a terminal, and ends with a key", async () => {
    const { url } = await startHouse();
    const { shell, done } = begin(["watch", `--mqtt.url=${url}`], fakeShell({ isTTY: true }));
    await until(() => expect(shell.stdout.text).toMatch(/bridge online.*XLR\/RCA/s));
    shell.stdin.type("q");
    expect(await done).toBe(0);
  });
});
