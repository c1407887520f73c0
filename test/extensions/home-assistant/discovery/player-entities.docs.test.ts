import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { bridgeEntities } from "../../../../src/extensions/home-assistant/discovery/bridge-entities.ts";
import type { Entity } from "../../../../src/extensions/home-assistant/discovery/entity.ts";
import { entityName } from "../../../../src/extensions/home-assistant/discovery/entity-name.ts";
import { playerEntities } from "../../../../src/extensions/home-assistant/discovery/player-entities.ts";

const path = "docs/home-assistant.md";
const examples = "examples/home-assistant";

function table(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `| ${row.join(" | ")} |\n`).join("");
}

/** A table of the entities that people use, and lists of the others. */
function tables(entities: readonly Entity<string>[], owner: string, topic: string): string {
  const head = ["name", "entity", "from"];
  const rows = entities
    .filter((entity) => kindOf(entity) === "")
    .map((entity) => rowOf(entity, owner, topic));
  const listed = ["Of the configuration", "Diagnostic", "Disabled until you enable them on the device page"];
  const lists = listed.flatMap((kind) => {
    const all = entities.filter((entity) => kindOf(entity) === kind);
    const names = all.map(({ platform, key }) => `\`${platform}.${owner}_${key}\``);
    return names.length === 0 ? [] : [`\n${kind}: ${names.join(", ")}.\n`];
  });
  return `${table([head, head.map(() => "---"), ...rows])}${lists.join("")}`;
}

function kindOf({ isConfiguration, isDiagnostic, isDisabledByDefault }: Entity<string>): string {
  if (isDisabledByDefault) return "Disabled until you enable them on the device page";
  if (isDiagnostic) return "Diagnostic";
  return isConfiguration ? "Of the configuration" : "";
}

function rowOf(entity: Entity<string>, owner: string, topic: string): string[] {
  const { key, platform, state } = entity;
  const source = state === undefined ? "" : `\`${topic}/${state.leaf}\``;
  return [entityName(entity, "en"), `\`${platform}.${owner}_${key}\``, source];
}

const generated: Readonly<Record<string, string>> = {
  "entities of a player": tables(playerEntities, "living_room", "<id>"),
  "entities of the bridge": tables(bridgeEntities, "player2mqtt", "bridge"),
};

function withBlocks(text: string): string {
  let next = text;
  for (const [name, block] of Object.entries(generated)) {
    const pattern = new RegExp(`(<!-- ${name.replaceAll(".", "\\.")} -->\n)[^]*?(<!-- end -->)`);
    next = next.replace(pattern, (_, start: string, end: string) => `${start}\n${block}\n${end}`);
  }
  return next;
}

it("docs/home-assistant.md has the entities of the code", () => {
  if (process.env["UPDATE_DOCS"] === "1") writeFileSync(path, withBlocks(readFileSync(path, "utf8")));
  const text = readFileSync(path, "utf8");
  expect(
    text,
    `${path} is stale, run: UPDATE_DOCS=1 npx vitest run test/extensions/home-assistant/discovery/player-entities.docs.test.ts`,
  ).toBe(withBlocks(text));
});

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

  it("show a player that one can use: cover, playback, volume, power, input, output, outcome", () => {
    const text = readFileSync(`${examples}/dashboard.yaml`, "utf8");
    for (const part of [
      "type: media-control\n          entity: media_player.living_room\n",
      "media-player-volume-slider",
      "switch.living_room_power",
      "select.living_room_input",
      "select.living_room_output",
      "sensor.living_room_last_outcome",
    ])
      expect(text).toContain(part);
  });

  it("read only attributes that the templates provide", () => {
    const text = readFileSync(`${examples}/dashboard.yaml`, "utf8");
    for (const [, key = "", attribute = ""] of text.matchAll(/living_room_(\w+)", "(\w+)"/g)) {
      const template = playerEntities.find((entity) => entity.key === key)?.attributes?.template;
      expect(template).toContain(`"${attribute}":`);
    }
  });
});
