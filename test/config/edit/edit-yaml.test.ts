import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { ConfigEdit } from "../../../src/config/edit/config-edit.ts";
import { editYaml } from "../../../src/config/edit/edit-yaml.ts";

const edit = (text: string, ...edits: ConfigEdit[]): string => editYaml(text, edits);
const addKitchen: ConfigEdit = { kind: "add-player", values: { id: "kitchen", url: "192.168.1.9" } };

const kitchen = "players:\n  - id: kitchen\n    url: 192.168.1.9\n";

const handwritten = `# My house
mqtt:
  # the broker
  url: 'mqtt://old' # in the cellar
  # username: me

players:
  - id: study
    url: 192.168.1.4 # upstairs
  - id: "den"
    url: 192.168.1.5
    poll: { pace: eager, video: "*/2 * * * * *" }

# the end
`;

describe("a change of a configuration file", () => {
  it("replaces a setting, and keeps comments, quotes and order", () => {
    expect(edit(handwritten, { kind: "set", name: "mqtt.url", value: "mqtt://new" })).toBe(
      handwritten.replace("old", "new"),
    );
  });

  it("removes a player with its comments and nothing else", () => {
    expect(edit(handwritten, { kind: "remove-player", id: "study" })).toBe(
      handwritten.replace(/ {2}- id: study\n.*upstairs\n/, ""),
    );
  });

  it("keeps the comments of the entries of an object that stay", () => {
    const controls = `controls:
  presets:
    Film: [ wake, input TV ] # on Fridays
    # for guests
    Music: [ volume 30 ]
    Night: { steps: [ off ], onFailure: stop }
    Old: [ off ]
`;
    const value = {
      Film: ["wake", "input TV"],
      Music: ["volume 20"],
      Night: ["off"],
      New: { steps: ["off"] },
    };
    expect(edit(controls, { kind: "set", name: "controls.presets", value })).toBe(
      controls
        .replace("30", "20")
        .replace(" { steps: [ off ], onFailure: stop }", "\n      - off")
        .replace("Old: [ off ]", "New:\n      steps:\n        - off"),
    );
    const others = "controls: { presets: { 5: [off], a: [wake] } }\n";
    const five = { "5": ["wake"] };
    expect(parse(edit(others, { kind: "set", name: "controls.presets", value: five }))).toEqual({
      controls: { presets: five },
    });
  });

  it("changes the id of a player and keeps its quotes", () => {
    expect(edit(handwritten, { kind: "change-player", id: "den", values: { id: "cave" } })).toBe(
      handwritten.replace('"den"', '"cave"'),
    );
  });

  it.each([
    ["an empty file", "", kitchen],
    ["a file of comments", "# a\n\n# b\n", `# a\n\n# b\n\n${kitchen}`],
    ["a list without entries", "players:   # none yet\n", kitchen.replace("\n", "\n  # none yet\n")],
    ["an empty list", "players: []\n", kitchen],
    [
      "a list in one line",
      "players: [{ id: a,  url: b }]  # one\n",
      "players: [ { id: a, url: b }, { id: kitchen, url: 192.168.1.9 } ] # one\n",
    ],
    [
      "entries in one line each",
      "players:\n- { id: a,  url: b }\n",
      "players:\n  - { id: a, url: b }\n  - { id: kitchen, url: 192.168.1.9 }\n",
    ],
    [
      "a list that is not indented, with line ends of Windows",
      "players:\r\n- id: a\r\n  url: b\r\nlog: {level:  info}\r\n",
      "players:\r\n  - id: a\r\n    url: b\r\n  - id: kitchen\r\n    url: 192.168.1.9\r\nlog: { level: info }\r\n",
    ],
    [
      "a single player without an id, which gets the one that it has by default",
      "players:\n  - url: b\n",
      "players:\n  - url: b\n    id: player\n  - id: kitchen\n    url: 192.168.1.9\n",
    ],
  ])("adds a player to %s", (_what, before, after) => {
    expect(edit(before, addKitchen)).toBe(after);
  });

  it("keeps the comments of a section whose settings are all commented out", () => {
    expect(
      edit("mqtt:\n  # username: me\nlog: {}\n", { kind: "set", name: "mqtt.url", value: "mqtt://b" }),
    ).toBe("mqtt:\n  # username: me\n  url: mqtt://b\nlog: {}\n");
  });

  it("removes a section with its last setting, unless a comment is left in it", () => {
    const unset: ConfigEdit = { kind: "unset", name: "log.level" };
    expect(edit("log:\n  level: warn\nplayers: auto\n", unset)).toBe("players: auto\n");
    expect(edit("log:\n  level: warn\n  # format: json\nplayers: auto\n", unset)).toContain("# format: json");
    expect(edit("players: auto\n", unset)).toBe("players: auto\n");
  });

  describe("with anchors and aliases", () => {
    const shared =
      "players:\n- &a\n  id: a\n  url: x\n  poll: &p\n    pace: eager\n- id: b\n  url: y\n  poll: *p\n";

    it("keeps for the others what they take from a removed player", () => {
      expect(edit(shared, { kind: "remove-player", id: "a" })).toBe(
        "players:\n  - id: b\n    url: y\n    poll:\n      pace: eager\n",
      );
    });

    it.each(["a", "b"])("changes player %s alone", (id) => {
      const text = edit(shared, { kind: "change-player", id, values: { "poll.pace": "gentle" } });
      expect(text.match(/pace: \w+/g)).toEqual(
        id === "a" ? ["pace: gentle", "pace: eager"] : ["pace: eager", "pace: gentle"],
      );
    });

    it("copies a whole list or an entry that is an alias", () => {
      const text =
        "mqtt: &m { url: mqtt://a }\nplayers:\n- &a { id: a, url: x, poll: &p { pace: eager } }\n- *a\n";
      const before = "players: [{ id: a, url: u, poll: &p { pace: eager } }, { id: b, url: v, poll: *p }]\n";
      expect(edit(text, { kind: "change-player", id: "a", values: { id: "z" } })).toContain("id: z");
      expect(edit(before, { kind: "change-player", id: "a", values: { poll: null } })).toBe(
        "players: [ { id: a, url: u }, { id: b, url: v, poll: { pace: eager } } ]\n",
      );
    });
  });

  it("writes the path prefix where the player has it", () => {
    const text = "players:\n  - id: a\n    pathPrefix: Old # by hand\n  - id: b\n";
    const change = (id: string, prefix: unknown): string =>
      edit(text, { kind: "change-player", id, values: { "device.pathPrefix": prefix } });
    expect(change("a", "New")).toBe(text.replace("Old", "New"));
    expect(change("a", null)).not.toContain("pathPrefix");
    expect(change("b", "New")).toBe(`${text}    device:\n      pathPrefix: New\n`);
  });

  describe("of the single player in short", () => {
    const short = "player:\n  url: 192.168.1.4 # study\n";

    it("stays short where that is possible", () => {
      const values = { id: "study", follow: false };
      expect(edit(short, { kind: "change-player", id: "player", values })).toBe(
        `${short}  id: study\n  follow: false\n`,
      );
      expect(edit(short, { kind: "remove-player", id: "player" }).trim()).toBe("{}");
    });

    it("becomes a list for a setting that the short form does not have", () => {
      const all = `${short}  family: bluos\n  follow: false\n`;
      expect(edit(all, { kind: "change-player", id: "player", values: { "poll.pace": "eager" } })).toBe(
        "players:\n  - id: player\n    url: 192.168.1.4\n    family: bluos\n    follow: false\n    poll:\n      pace: eager\n",
      );
    });
  });

  it.each<[string, string, ConfigEdit]>([
    ["players is auto", "players: auto", addKitchen],
    ["players is not a list", "players: { a: 1 }", addKitchen],
    ['there is no player "x"', handwritten, { kind: "remove-player", id: "x" }],
    ['there is no player "x"', handwritten, { kind: "change-player", id: "x", values: {} }],
    ["log.nonsense: there is no such setting", "", { kind: "set", name: "log.nonsense", value: 1 }],
    ["__proto__.x: there is no such setting", "", { kind: "unset", name: "__proto__.x" }],
    ["mqtt is not an object", "mqtt: hello", { kind: "set", name: "mqtt.url", value: "" }],
    ["not valid YAML", "a: [", addKitchen],
    ["not valid YAML", "a: 1\n---\nb: 2", addKitchen],
    ["not an object of settings", "- a", addKitchen],
    ["not an object of settings", "hello", addKitchen],
  ])("is refused with words: %s", (words, text, change) => {
    expect(() => edit(text, change)).toThrow(words);
  });
});
