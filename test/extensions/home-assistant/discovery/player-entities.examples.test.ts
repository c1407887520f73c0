import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { playerEntities } from "../../../../src/extensions/home-assistant/discovery/player-entities.ts";

const examples = "examples/home-assistant";

describe("the examples", () => {
  const known = new Set(playerEntities.map(({ key, platform }) => `${platform}.living_room_${key}`));

  it.each(["automations.yaml", "dashboard.yaml", "media-player.yaml", "media-player-template.yaml"])(
    "%s is valid YAML, and uses only existing entities",
    (name) => {
      const text = readFileSync(`${examples}/${name}`, "utf8");
      expect(parse(text)).toBeTypeOf("object");
      const named = text.match(/\b[a-z_]+\.living_room_\w*[a-z](?![a-z_]|" ~)/g) ?? [];
      const own = new Set(Array.from(text.matchAll(/default_entity_id: (\S+)/g), ([, id]) => id));
      expect(named.length).toBeGreaterThan(2);
      expect(named.filter((id) => !known.has(id) && !own.has(id))).toEqual([]);
    },
  );

  it("offer no volume once the lines for it are deleted, for a player without one", () => {
    const text = readFileSync(`${examples}/media-player-template.yaml`, "utf8");
    const without = text.slice(0, text.indexOf("# The volume."));
    expect(JSON.stringify(parse(text))).toContain("volume_set");
    expect(JSON.stringify(parse(without))).not.toMatch(/volume|mute/);
    const universal = readFileSync(`${examples}/media-player.yaml`, "utf8");
    expect(universal.match(/Not for a player without volume:\n *volume/g)).toHaveLength(2);
  });

  it("read only attributes that the templates provide", () => {
    const text = readFileSync(`${examples}/dashboard.yaml`, "utf8");
    for (const [, key = "", attribute = ""] of text.matchAll(/living_room_(\w+)", "(\w+)"/g)) {
      const template = playerEntities.find((entity) => entity.key === key)?.attributes?.template;
      expect(template).toContain(`"${attribute}":`);
    }
  });
});
