import { expect, it } from "vitest";
import { SameDevice } from "../../src/extensions/self-report/health-report.ts";
import { newSession } from "../../src/core/session/new-session.ts";
import type { Session } from "../../src/core/session/session.ts";
import { model } from "../core/sample-player.ts";
import { BridgeBench } from "../support/bridge/bridge-bench.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";

const line = "two players have the same MAC: is one device configured twice?";

function saying(mac: string | undefined): Session {
  return { ...newSession(0), player: { model: { ...model, mac } } };
}

it("players under two addresses of one device are told of once, whichever way they write its MAC", () => {
  const log = new MemoryLog();
  const sameDevice = new SameDevice(log);
  const all = [
    { id: "den", state: saying("80:0a:80:5e:00:53") },
    { id: "attic", state: saying("80:0a:80:5e:00:54") },
    { id: "cellar", state: saying("80-0A-80-5E-00-53") },
  ];
  sameDevice.check(all.slice(0, 2));
  expect(log.lines).toEqual([]);
  sameDevice.check(all);
  sameDevice.check(all);
  expect(log.lines).toEqual([{ level: "warn", message: line, fields: { player: "cellar", other: "den" } }]);
});

it("players that do not tell their MAC, or one that is nobody's, may be any", () => {
  const log = new MemoryLog();
  const silent = [undefined, undefined, "02:00:00:00:00:00", "02:00:00:00:00:00"].map((mac, place) => ({
    id: `p${place}`,
    state: saying(mac),
  }));
  new SameDevice(log).check([...silent, { id: "new", state: newSession(0) }]);
  expect(log.lines).toEqual([]);
});

it("a bridge says so soon after both have told who they are", async () => {
  await using bench = new BridgeBench({ den: {} });
  const [first, second] = [bench.player("hall"), bench.player("stairs")];
  for (const id of ["hall", "stairs"]) {
    const device = bench.players[id];
    const value = { ...model, mac: "80:0a:80:5e:00:53" };
    device?.follow((what) =>
      what === "read model"
        ? { kind: "reading", reading: { resource: "model", value } }
        : device.plainly(what),
    );
  }
  await bench.bridge.arrange([first, second]);
  expect(bench.log.saying(line)).toEqual([]);
  await bench.clock.advance(5000);
  expect(bench.log.saying(line).map(({ fields }) => fields)).toEqual([{ player: "stairs", other: "hall" }]);
});
