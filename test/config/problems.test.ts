import { describe, expect, it } from "vitest";
import { loadConfig } from "../../src/config/load.ts";
import { variableName } from "../../src/config/schema.ts";
import { loadWith, onePlayer, problemsWith } from "./load-with.ts";

const yaml = (content: string) => ({ files: { "config/local.yaml": content }, env: onePlayer });

const notOfPlayers = [
  "http://",
  "ftp://192.168.1.20",
  "mqtt://192.168.1.20",
  "192.168.1.20:99999",
  "192.168.1.20:port",
  "http://192.168.1.20/path",
  "192.168.1.20/path",
  "http://192.168.1.20?q=1",
  "http://192.168.1.20/#top",
  "http://192.168.1.20:8\n0",
  "http://192.168.1.20:80\\",
  "a b",
  "fe80::1",
];

type Row = [name: string, value: string, problem: string | RegExp];

describe("a bad value names the key, the source, the value and what was expected", () => {
  it.each<Row>([
    [
      "poll.video",
      "every second",
      '"every second" is not a cron expression: expected five or six fields such as "*/2 * * * * *"',
    ],
    ["poll.audio", "61 * * * * *", /\(second cannot be 61\)$/],
    ["broker.port", "70000", "70000 is not a whole number from 0 to 65535"],
    ["broker.port", "12abc", '"12abc" is not a whole number'],
    ["broker.port", "1.5", "1.5 is not a whole number"],
    ["broker.port", "[1]", "a list is not a whole number"],
    ["broker.port", "{}", "an object is not a whole number"],
    ["broker.port", "null", "null is not a whole number"],
    ["broker.host", "a b", /"a b" is not a host name or an address$/],
    ["mqtt.protocol", "3", /3 is not one of auto, 5, 4$/],
    ["log.level", "loud", /"loud" is not one of fatal, error, warn, info, debug, trace, silent$/],
    ["mqtt.baseTopic", "/a", '"/a" is not a base topic: expected one to three levels'],
    ...["a/", "a//b", "a/b/c/d", "a/#", "a b"].map(
      (topic): Row => ["mqtt.baseTopic", topic, "is not a base topic"],
    ),
    ["mqtt.baseTopic", "x".repeat(100), /"x{80}…" is not a base topic/],
    ["mqtt.url", "http://broker", "the value is not a broker's address: expected mqtt, mqtts, ws or wss"],
    ...["broker:port", "192.168.1.10/topic", "mqtt://", "mqtt:/10.0.0.1", "anna@broker"].map(
      (url): Row => ["mqtt.url", url, "is not a broker's address"],
    ),
    [
      "player.url",
      "ftp://me:pass@x",
      /: the value is not a player's address: expected http or https, .* such as 192.168.1.20$/,
    ],
    ...notOfPlayers.map((url): Row => ["player.url", url, "is not a player's address"]),
    ["player.id", "Living Room", '"Living Room" is not an id'],
    [
      "player.id",
      "bridge-x",
      /"bridge-x" is not an id: .* begins with bridge-, __proto__, constructor or prototype$/,
    ],
    ...["bridge", "bridge-0", "bridge-attic"].map((id): Row => ["player.id", id, "is not an id"]),
    ["device.pathPrefix", "a/b", /"a\/b" is not auto or a word such as Device$/],
    ["fleet.member", "House 1", '"House 1" is not a member name: expected up to 24'],
    ["fleet.member", "a".repeat(25), "is not a member name"],
    ["fleet.leaseMs", "500", "500 is not a whole number from 2000 to 600000"],
    ["fleet.url", "mqtt://10.0.0.1", "expected nats or tls"],
    ["fleet.graceMs", "5000", /write fleet\.leaseMs instead/],
    ["fleet.shardCount", "3", /remove it: .*fleet\.url/],
    ["fleet.shardIndex", "auto", /write fleet\.member/],
    ["homeassistant.enabled", "perhaps", "true or false"],
    ["homeassistant.language", "klingon", "zh-Hans"],
    ["homeassistant.prefix", "home assistant", "a discovery prefix"],
    ["homeassistant.prefix", "ha/#", "a discovery prefix"],
    ["homeassistant.updateUrl", "true", "an address"],
    ["homeassistant.pageUrl", "192.168.1.10:8099", "the address of a page"],
    ["homeassistant.pageUrl", "javascript://alert(1)", "the address of a page"],
  ])("%s=%s", (name, value, problem) => {
    const variable = variableName(name);
    const problems = problemsWith({ env: { ...onePlayer, [variable]: value } });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(problem);
    expect(problems[0]).toContain(`${name} (${variable}): `);
  });

  it("a text of digits is judged as the text that it is", () => {
    expect(problemsWith({ env: { ...onePlayer, HTTP_TOKEN: "12345678901" } })).toEqual([
      "http.token (HTTP_TOKEN): the value is not empty or a text of 12 to 256 characters",
    ]);
  });

  it("a flag is named as it was written", () => {
    expect(problemsWith({ env: onePlayer, args: { "broker.port": "x" } })).toEqual([
      'broker.port (--broker.port): "x" is not a whole number from 0 to 65535',
    ]);
  });

  it.each([
    [
      "mqtt:\n  password: 12345\n",
      "mqtt.password",
      'the value is not text: write it in quotes, such as password: "…"',
    ],
    ["broker:\n  port: '1883'\n", "broker.port", '"1883" is not a whole number from 0 to 65535'],
    ["mqtt: password:secret\n", "mqtt", "the value is not a section: expected an object of settings"],
    ["players: secret\n", "players", "the value is not a list of players, or auto"],
    ["- mqtt\n", "config", "is not an object of settings"],
    ["mqtt: [\n", "config", "is not YAML: line 2, column 1 (bad indent)"],
    [
      "mqtt:\n  url: a\n  url: b\n",
      "config",
      "is not YAML: line 3, column 3 (duplicate key url: write all below the first one)",
    ],
    ["mqtt: {}\npsk-hidden: 1\npsk-hidden: 1\n", "config", "is not YAML: line 3, column 1 (duplicate key)"],
    ["mqtt: *secret\n", "config", "is not usable YAML: an alias without an anchor, or nested too deeply"],
  ])("a file is named by its path: %j", (content, key, problem) => {
    expect(problemsWith(yaml(content))).toEqual([`${key} (config/local.yaml): ${problem}`]);
  });

  it.each([
    [
      "config/local.json",
      '{\n  "mqtt": {secret}\n}',
      "config (config/local.json): is not JSON: line 2, column 18",
    ],
    ["config/local.json5", "", "config (config/local.json5): is not JSON: line 1, column 1"],
  ])("%s that is no JSON is told by the line, not by its text", (path, content, problem) => {
    expect(problemsWith({ files: { [path]: content }, env: onePlayer })).toEqual([problem]);
  });

  it("a file that was asked for has to be there, with an ending that is known", () => {
    expect(problemsWith({ env: onePlayer, args: { config: "nowhere.yaml" } })).toEqual([
      "config (--config): cannot read nowhere.yaml: no such file",
    ]);
    expect(problemsWith({ files: { "my.toml": "" }, env: { ...onePlayer, CONFIG_FILE: "my.toml" } })).toEqual(
      ["config (CONFIG_FILE): cannot read my.toml: the name must end in .yaml, .yml, .json, .json5"],
    );
  });

  it("a file that cannot be read is the only problem: the players may be in it", () => {
    const config = "my.yaml";
    for (const files of [{}, { [config]: "a: [" }, { [`${config}/x`]: "" }]) {
      expect(problemsWith({ files, args: { config } })).toEqual([expect.stringMatching(/^config \(/)]);
    }
  });

  it("a folder in the place of a file is a problem", () => {
    const [problem] = problemsWith({ files: { "config/local.yaml/x": "" }, env: onePlayer });
    expect(problem).toMatch(
      /^config \(config\/local\.yaml\): cannot read config\/local\.yaml: it is a folder$/,
    );
  });
});

describe("an unknown key is a problem, with the name that was meant", () => {
  it.each([
    ["mqqt:\n  url: x\n", "mqqt", "mqtt"],
    ["mqtt:\n  usrname: x\n", "mqtt.usrname", "mqtt.username"],
    ["mqtt:\n  basetopic: x\n", "mqtt.basetopic", "mqtt.baseTopic"],
    ["mqtt:\n  usrname:\n", "mqtt.usrname", "mqtt.username"],
    ["mqtt: {host: x}\n", "mqtt.host", "mqtt.url"],
    ["mqtt: {user: x}\n", "mqtt.user", "mqtt.username"],
    ["baseTopic: x\n", "baseTopic", "mqtt.baseTopic"],
    ["players: [{url: a, ip: 192.0.2.1}]\n", "players[0].ip", "players[0].url"],
    ["players: [{url: a, nmae: b}]\n", "players[0].nmae", "players[0].name"],
    ["players: [{url: a, poll: {vidoe: b}}]\n", "players[0].poll.vidoe", "players[0].poll.video"],
    ["mqtt.url: mqtt://x\n", "mqtt.url", undefined],
    ["weather: {}\n", "weather", undefined],
    ["constructor: {}\n", "constructor", undefined],
    ["__proto__: {}\n", "__proto__", undefined],
    ["{password:secret}\n", "password…", undefined],
    ["mqtt: {password:secret}\n", "mqtt.password…", undefined],
  ])("%j", (content, key, meant) => {
    const hint = meant === undefined ? ": see docs/configuration.md" : `, did you mean ${meant}?`;
    expect(problemsWith({ files: { "config/local.yaml": content }, env: { PLAYER_URL: "x" } })).toContain(
      `${key} (config/local.yaml): unknown setting${hint}`,
    );
  });

  it.each(["player: [{url: 192.0.2.1}]\n", "player: auto\n"])("%j means players", (content) => {
    expect(problemsWith({ files: { "config/local.yaml": content }, env: { PLAYER_URL: "x" } })).toContain(
      "player (config/local.yaml): the value is not a section: expected an object of settings, did you mean players?",
    );
  });

  it("of a fleet with fixed shards is met with what to write instead", () => {
    const files = { "config/local.yaml": "fleet: { shardCount: 3, shardIndex: auto }" };
    expect(problemsWith({ env: onePlayer, files })).toEqual([
      expect.stringMatching(/shardCount .*remove it/),
      expect.stringMatching(/shardIndex .*write fleet\.member instead/),
    ]);
  });

  it("a flag too", () => {
    expect(problemsWith({ env: onePlayer, args: { "mqtt.ulr": "x" } })).toEqual([
      "mqtt.ulr (--mqtt.ulr): unknown setting, did you mean mqtt.url?",
    ]);
  });

  it.each([
    [
      "config/local.json",
      '{"__proto__": {"polluted": 1}, "mqtt": {"__proto__": {"polluted": 1}, "constructor": {"prototype": 1}}}',
    ],
    [
      "config/local.yaml",
      "__proto__: {polluted: 1}\nmqtt: {__proto__: {polluted: 1}, constructor: {prototype: 1}}\n",
    ],
  ])("what would pollute a prototype is just unknown in %s", (path, content) => {
    expect(
      problemsWith({ files: { [path]: content }, env: onePlayer }).map((line) => line.split(" ")[0]),
    ).toEqual(["mqtt.__proto__", "mqtt.constructor", "__proto__"]);
    expect("polluted" in {}).toBe(false);
  });

  it("inside a player as well", () => {
    const problems = problemsWith({ env: { PLAYERS: '[{"url": "a", "__proto__": {"polluted": 1}}]' } });
    expect(problems).toEqual(["players[0].__proto__ (PLAYERS): unknown setting: see docs/configuration.md"]);
  });
});

describe("settings that do not go together", () => {
  type Refused = [env: Readonly<Record<string, string>>, problem: string | RegExp, hostname?: string];
  const token = "correct horse";
  const opened = { BROKER_HOST: "0.0.0.0", MQTT_USERNAME: "somebody" };
  const hosts = ["0.0.0.0", "::", "192.168.1.2", "127.evil.example"];
  const weak = ["pw", "xxxxxxxx", "Somebody"].map((password) => ({ ...opened, MQTT_PASSWORD: password }));
  const store = { FLEET_URL: "nats://10.0.0.1:4222, tls://10.0.0.2" };

  it.each<Refused>([
    [{ MQTT_CERT: "a.pem" }, "mqtt.cert, mqtt.key: only one of them is set, expected both or neither"],
    [{ MQTT_KEY: "a.pem" }, "mqtt.cert, mqtt.key: only one of them is set, expected both or neither"],
    [
      { HTTP_GUEST: token },
      /^http\.guest: is set without http\.token, expected both: without a token everybody/,
    ],
    [{ HTTP_GUEST: token, HTTP_TOKEN: token }, /^http\.guest: is http\.token, expected another one/],
    ...hosts.flatMap((host) =>
      [{}, { MQTT_USERNAME: "me" }].map(
        (user): Refused => [
          { BROKER_HOST: host, ...user },
          `broker.host: "${host}" opens the embedded broker to the network, which requires mqtt.username and mqtt.password`,
        ],
      ),
    ),
    ...weak.map((env): Refused => [env, /^mqtt\.password: too weak .*at least 8 characters/]),
    [store, /^fleet\.member: auto needs a host name .*"my_host": write a name/, "my_host"],
    [{ ...store, FLEET_MEMBER: "auto" }, /^fleet\.member: auto needs a host name/, ".example"],
    [{ FLEET_MEMBER: "house-1" }, /^fleet\.member: is set without fleet\.url/],
  ])("%o", (env, problem, hostname = "home") => {
    const problems = problemsWith({ env: { ...onePlayer, ...env }, hostname });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(problem);
  });

  it.each([
    { ...opened, MQTT_PASSWORD: "long enough" },
    { BROKER_HOST: "127.0.0.1", MQTT_USERNAME: "me", MQTT_PASSWORD: "pw" },
    { BROKER_HOST: "0.0.0.0", MQTT_URL: "mqtt://elsewhere" },
    ...weak.flatMap((env) => [
      { ...env, BROKER_HOST: "localhost" },
      { ...env, MQTT_URL: "mqtt://elsewhere" },
    ]),
    { BROKER_HOST: "localhost" },
    { MQTT_CERT: "a.pem", MQTT_KEY: "b.pem" },
    { BROKER_HOST: "127.0.0.2" },
    { BROKER_HOST: "::1" },
  ])("%o is fine", (env) => {
    expect(() => loadWith({ env: { ...onePlayer, ...env } })).not.toThrow();
  });
});

it("a bad value is a problem even where a later source replaces it", () => {
  const files = { "config/local.yaml": "poll: {audio: x}\n" };
  const env = { ...onePlayer, POLL_VIDEO: "x", POLL_AUDIO: "* * * * * *" };
  const problems = problemsWith({ files, env, args: { "poll.video": "* * * * * *" } });
  expect(problems.map((line) => line.split(": ")[0])).toEqual([
    "poll.audio (config/local.yaml)",
    "poll.video (POLL_VIDEO)",
  ]);
});

it("where no player is needed, everything else is checked all the same", () => {
  const args = { "mqtt.url": "http://x", players: '[{"url":"a"},{"url":"b"}]' };
  const load = () => loadConfig({ env: {}, cwd: "/nowhere", args, requirePlayers: false });
  expect(load).toThrow(/mqtt\.url/);
  expect(load).toThrow(/players\[1\]\.id/);
});

it("all problems come at once, of whatever source", () => {
  const files = { "config/local.yaml": "weather: 1\nplayers:\n  - id: A\n    url: ftp://x\n  - id: A\n" };
  const problems = problemsWith({ files, env: { POLL_QUEUE: "x" }, args: { "log.level": "x" } });
  expect(problems.map((line) => line.split(": ")[0])).toEqual([
    "players[0].id (config/local.yaml)",
    "players[0].url (config/local.yaml)",
    "players[1].id (config/local.yaml)",
    "players[1].url (config/local.yaml)",
    "weather (config/local.yaml)",
    "poll.queue (POLL_QUEUE)",
    "log.level (--log.level)",
    "players[1].id (config/local.yaml)",
  ]);
});
