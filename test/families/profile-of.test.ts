import { expect, it } from "vitest";
import { optionsOf } from "../../src/families/profile-of.ts";
import { loadWith } from "../config/load-with.ts";

it("a family gets every setting of its player", () => {
  const device = { pathPrefix: "Maker", timeoutMs: 900, maxBodyBytes: 5000 };
  const queue = { publish: "all", window: 7, fields: "all" };
  const controls = { experimental: true, paths: { nextTrack: "/x" }, wakeAddress: "10.0.0.255:9" };
  const publish = { settings: ["bass"], positionIntervalMs: 70 };
  const operations = [{ name: "fan", kind: "text", read: { path: "/fan", pointer: "/a" } }];
  const all = { id: "den", url: "http://player", psk: "key", device, queue, controls, publish, operations };
  const [player] = loadWith({ args: { players: JSON.stringify([all]) } }).players;
  expect(player && optionsOf(player, 20_000)).toMatchObject({
    url: "http://player",
    psk: "key",
    ...device,
    queue: { ...queue, maxPayloadBytes: 20_000 },
    usesUnverified: true,
    paths: controls.paths,
    settingTags: publish.settings,
    operations,
    positionIntervalMs: 70,
    wakeAddress: controls.wakeAddress,
  });
});
