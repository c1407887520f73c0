import { readdirSync } from "node:fs";
import { fetch } from "undici";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { demoPlayers, startDemo } from "../../../src/cli/start-demo.ts";
import { ConfigError } from "../../../src/config/config-error.ts";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import type { ConfigurationView, DiscoveryView } from "../../../src/extensions/page/set-up-views.ts";
import { newFolder } from "../../support/new-folder.ts";
import { FakeOutput, fakeShell } from "../fake-shell.ts";
import { begin, end, until } from "../running-command.ts";

describe("demo", () => {
  it("needs nothing, and heeds no setting of its surroundings", async () => {
    const env = { MQTT_URL: "mqtt://192.0.2.1", PLAYER_URL: "nonsense://", PLAYERS: "[" };
    const { shell, done } = begin(["demo", "--players", "6"], fakeShell({ env }));
    await until(() => expect(shell.stdout.text).toContain("player2mqtt/cellar/availability online"));
    await until(() => expect(shell.stdout.text).toContain("player2mqtt/kitchen/music/title Lighthouse"));
    await until(() => expect(shell.stdout.text).toContain("player2mqtt/terrace/music/title Harbour & Hills"));
    expect(shell.stdout.text).toMatch(
      /^Open http:\/\/127\.0\.0\.1:\d+ in a browser\.\n\nStaged, to show how it looks: Bedroom is off, a command to Living room is refused\.\n\nTry this in another terminal:\n {2}player2mqtt set living-room output HDMI2/,
    );
    await until(() => expect(shell.stdout.text).toMatch(/^player2mqtt\/study\/info /m));
    expect(shell.stdout.text.match(/^player2mqtt\/study\/info /gm)).toHaveLength(1);
    // A second one finds the port taken and uses another.
    const second = begin(["demo"], fakeShell({ isTTY: true }));
    await until(() =>
      expect(second.shell.stdout.text).toMatch(
        /Open \S*http:.*living-room output HDMI2 --mqtt\.url=mqtt:.*bridge online/s,
      ),
    );
    second.shell.stdin.type("q");
    expect(await second.done).toBe(0);
    expect(await end({ shell, done })).toBe(0);
  });

  it("shows the log lines of a player on its page", async () => {
    await using demo = await startDemo(demoPlayers.slice(0, 1), new FakeOutput());
    const { origin } = new URL(demo.bridge.httpUrl ?? "");
    await vi.waitFor(async () => {
      const answer = await fetch(`${origin}/api/v1/players/living-room/diagnostics`);
      expect(await answer.text()).toContain("player is online");
    }, 30_000);
  });

  it("has set-up in a file that it throws away, a player to find, one to wake and a refused command", async () => {
    // Others on this machine may run a demo, too.
    const temporary = newFolder();
    vi.stubEnv("TMPDIR", temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    {
      await using demo = await startDemo(demoPlayers.slice(0, 5), new FakeOutput());
      const api = `${new URL(demo.bridge.httpUrl ?? "").origin}/api/v1`;
      const send = async (method: string, path: string, body: object) => {
        const headers = { "content-type": "application/json" };
        const answer = await fetch(`${api}/${path}`, { method, headers, body: JSON.stringify(body) });
        return answer.json();
      };
      // One that answers too late is found by another search.
      const players = await vi.waitFor(async () => {
        const found = (await send("POST", "discovery", {})) as DiscoveryView;
        expect(found.players).toMatchObject([{ configuredAs: null }]);
        return found.players;
      }, 30_000);
      const { file } = (await (await fetch(`${api}/configuration`)).json()) as ConfigurationView;
      expect(file.name).toBe("throw-away.yaml");
      const values = { id: "guest-room", url: players[0]?.address };
      const change = { revision: file.revision, edits: [{ kind: "add-player", values }] };
      expect(await send("PATCH", "configuration", change)).toMatchObject({ kind: "saved" });
      await vi.waitFor(async () => {
        expect(await (await fetch(`${api}/players`)).json()).toMatchObject({
          players: [
            { commands: [{ command: "audio/output", outcome: "rejected" }] },
            {},
            {},
            {},
            { topics: { availability: "offline", "power/options": '[{"value":"on","title":"on"}]' } },
            { id: "guest-room", topics: { availability: "online" } },
          ],
        });
      }, 30_000);
    }
    expect(readdirSync(temporary)).toEqual([]);
  });

  it("restarts where set-up asks for it, at the same addresses", async () => {
    await using demo = await startDemo(demoPlayers.slice(0, 1), new FakeOutput());
    const api = `${new URL(demo.bridge.httpUrl ?? "").origin}/api/v1`;
    const startedAt = async (): Promise<number> => {
      const { startedAt } = (await (await fetch(`${api}/bridge`)).json()) as { startedAt: number };
      return startedAt;
    };
    const before = await startedAt();
    expect((await fetch(`${api}/bridge/restart`, { method: "POST" })).status).toBe(202);
    await vi.waitFor(async () => expect(await startedAt()).toBeGreaterThan(before), 30_000);
  });

  it("that cannot start leaves nothing behind", async () => {
    const twin = { id: "twin", name: "Twin", start: () => startSimulator() };
    await expect(startDemo([twin, twin], new FakeOutput())).rejects.toThrow(ConfigError);
  });
});
