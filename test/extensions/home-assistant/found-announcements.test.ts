import { expect, it } from "vitest";
import { FoundAnnouncements } from "../../../src/extensions/home-assistant/found-announcements.ts";
import { playerPayload } from "../../../src/extensions/home-assistant/discovery/payload.ts";
import { announcedAs, everything, target } from "../../home-assistant/players.ts";

const topic = "homeassistant/device/player2mqtt_800a805e0053/config";
const payload = playerPayload(target, everything);

it("an announcement overwritten by another program no longer counts as ours", () => {
  for (const other of [
    JSON.stringify({ ...payload, origin: { name: "shed2mqtt" } }),
    JSON.stringify(playerPayload({ ...target, base: "home/players" }, everything)),
    "no JSON",
  ]) {
    const found = new FoundAnnouncements(target.base);
    found.record(topic, JSON.stringify(payload));
    expect(found.of(target.id).map(([heard]) => heard)).toEqual([topic]);
    expect(found.get(topic)).toEqual(announcedAs(payload));
    found.record(topic, other);
    expect([...found]).toEqual([]);
  }
});
