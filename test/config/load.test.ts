import { describe, expect, it } from "vitest";
import { ConfigError } from "../../src/config/config-error.ts";
import { loadConfig } from "../../src/config/load.ts";
import { configFlag, settingFlags } from "../../src/cli/setting-flags.ts";
import { settings, variableName } from "../../src/config/schema.ts";
import { WatchedSources } from "../../src/config/watched-sources.ts";
import { loadWith, onePlayer, problemsWith } from "./load-with.ts";

describe("the sources of the configuration", () => {
  it("a default is what could be given as well", () => {
    for (const [name, { default: initial, shape }] of settings) {
      expect({ name, data: shape().parse(initial) }).toEqual({ name, data: initial });
    }
  });

  it("the environment wins over the file, and a flag over both", () => {
    const files = { "config/local.yaml": "mqtt:\n  baseTopic: file\n  username: file\n  ca: file\n" };
    const env = { ...onePlayer, MQTT_BASE_TOPIC: "env", MQTT_USERNAME: "env" };
    const { mqtt } = loadWith({ files, env, args: { "mqtt.baseTopic": "flag" } });
    expect(mqtt).toMatchObject({ baseTopic: "flag", username: "env", ca: "file" });
  });

  it.each([
    ["config/local.yaml", "broker:\n  port: 2000\n"],
    ["config/local.yml", "broker: {port: 2000}"],
    ["config/local.json", '{"broker": {"port": 2000}}'],
    ["config/local.json5", "{broker: {port: 2000}} // why"],
  ])("%s is read without being asked for", (path, content) => {
    expect(loadWith({ files: { [path]: content }, env: onePlayer }).broker.port).toBe(2000);
  });

  it("the flag names the file, else the variable does, else the usual place counts", () => {
    const files = {
      "flag.yaml": "broker: {port: 1}",
      "variable.yaml": "broker: {port: 2}",
      "config/local.yaml": "broker: {port: 3}",
    };
    const env = { ...onePlayer, CONFIG_FILE: "variable.yaml" };
    expect(loadWith({ files, env, args: { config: "flag.yaml" } }).broker.port).toBe(1);
    expect(loadWith({ files, env }).broker.port).toBe(2);
    expect(loadWith({ files, env: { ...env, CONFIG_FILE: "" } }).broker.port).toBe(3);
  });

  it("takes defaults from CONFIG_DEFAULTS, over which everything else wins", () => {
    const defaults = { poll: { pace: "gentle" }, broker: { port: 1 }, log: { level: "warn" } };
    const CONFIG_DEFAULTS = JSON.stringify({ players: "auto", ...defaults });
    const files = { "config/local.yaml": "broker: { port: 2 }\nlog: { level: error }" };
    const config = loadWith({ files, env: { CONFIG_DEFAULTS, LOG_LEVEL: "fatal" } });
    expect(config).toMatchObject({ findsPlayers: true, poll: { pace: "gentle" } });
    expect([config.broker.port, config.log.level]).toEqual([2, "fatal"]);
    expect(problemsWith({ env: { CONFIG_DEFAULTS: "{" } })).toEqual([
      "config (CONFIG_DEFAULTS): is not JSON: line 1, column 2",
    ]);
    expect(problemsWith({ env: { ...onePlayer, CONFIG_DEFAULTS: '{"broker":{"port":-1}}' } })).toEqual([
      expect.stringMatching(/^broker.port \(CONFIG_DEFAULTS\): /),
    ]);
  });

  it("does not send the user and password of the defaults to a broker that the file names", () => {
    const mqtt = { url: "mqtt://core", username: "addons", password: "hunter22" };
    const env = { ...onePlayer, CONFIG_DEFAULTS: JSON.stringify({ mqtt }) };
    const files = { "config/local.yaml": "mqtt: { url: mqtt://elsewhere }" };
    expect(loadWith({ env }).mqtt).toMatchObject(mqtt);
    expect(loadWith({ env, files }).mqtt).toMatchObject({ username: "", password: "" });
  });

  it.each(["", "# nothing yet\n", "mqtt:\n  # url: x\n", "mqtt:\n  url:\n", "players:\n"])(
    "a file that says nothing changes nothing: %j",
    (content) => {
      const files = { "config/local.yaml": content };
      expect(loadWith({ files, env: onePlayer })).toEqual(loadWith({ env: onePlayer }));
    },
  );

  it("an empty variable counts as not set", () => {
    const files = { "config/local.yaml": "mqtt:\n  baseTopic: file\n" };
    expect(loadWith({ files, env: { ...onePlayer, MQTT_BASE_TOPIC: "" } }).mqtt.baseTopic).toBe("file");
  });

  it("an empty flag takes a text away", () => {
    const env = { ...onePlayer, MQTT_URL: "mqtt://broker" };
    expect(loadWith({ env, args: { "mqtt.url": "" } }).mqtt.url).toBe("");
  });

  it("the addresses of a broker are a list or one text", () => {
    const files = { "config/local.yaml": "mqtt:\n  url: [mqtt://a, mqtts://me:x,y@b:8884]\n" };
    const expected = "mqtt://a,mqtts://me:x,y@b:8884";
    expect(loadWith({ files, env: onePlayer }).mqtt.url).toBe(expected);
    const env = { ...onePlayer, MQTT_URL: "mqtt://a , mqtts://me:x,y@b:8884" };
    expect(loadWith({ env }).mqtt.url).toBe(expected);
  });

  it("text is read as a number only where one is expected", () => {
    const { mqtt, broker } = loadWith({
      env: {
        ...onePlayer,
        BROKER_PORT: "2000",
        MQTT_PASSWORD: "2000",
        MQTT_PROTOCOL: "5",
        MQTT_USERNAME: "true",
      },
    });
    expect(broker.port).toBe(2000);
    expect(mqtt).toMatchObject({ password: "2000", protocol: "5", username: "true" });
  });

  it.each(["1e3", "0x10", "007", "1.0", "'quoted'", "null"])(
    "a password of %s stays the text that it is",
    (text) => {
      const username = { "mqtt.username": "me" };
      expect(loadWith({ env: onePlayer, args: { ...username, "mqtt.password": text } }).mqtt.password).toBe(
        text,
      );
      const env = { ...onePlayer, MQTT_USERNAME: "me", MQTT_PASSWORD: text };
      expect(loadWith({ env }).mqtt.password).toBe(text);
    },
  );

  it("a protocol that YAML reads as a number is understood", () => {
    const files = { "config/local.yaml": "mqtt:\n  protocol: 4\n" };
    expect(loadWith({ files, env: onePlayer }).mqtt.protocol).toBe("4");
  });

  it("a reader of files can be passed in, and gets whole paths", () => {
    const paths: string[] = [];
    const readFile = (path: string) => {
      paths.push(path);
      return "broker: {port: 2000}";
    };
    const config = loadConfig({ args: { config: "my.yaml" }, env: onePlayer, cwd: "/srv", readFile });
    expect(config.broker.port).toBe(2000);
    expect(paths).toEqual(["/srv/my.yaml"]);
  });

  it("nothing of a configuration can be changed", () => {
    const config = loadWith({ env: onePlayer });
    const frozen = [config, config.mqtt, config.players, config.players[0], config.players[0]?.device];
    expect(frozen.map((part) => Object.isFrozen(part))).toEqual(frozen.map(() => true));
  });
});

describe("files that hold a secret", () => {
  it("every secret can come from one, without the line break at its end", () => {
    const files = {
      "secrets/password": "hunter2\r\n",
      "secrets/broker": "mqtt://broker\n",
      "secrets/player": "http://me:pass@192.168.1.20\n",
      "secrets/players": '[{"id": "cinema", "url": "192.168.1.21", "psk": "s"}]\n',
    };
    const env = {
      MQTT_USERNAME: "me",
      MQTT_PASSWORD_FILE: "secrets/password",
      MQTT_URL_FILE: "secrets/broker",
      PLAYER_URL_FILE: "secrets/player",
      PLAYERS_FILE: "secrets/players",
    };
    const { mqtt, players } = loadWith({ files, env });
    expect(mqtt).toMatchObject({ password: "hunter2", url: "mqtt://broker" });
    expect(players.map(({ url, psk }) => ({ url, psk }))).toEqual([
      { url: "http://192.168.1.21", psk: "s" },
      { url: "http://me:pass@192.168.1.20", psk: undefined },
    ]);
  });

  it("an empty one says nothing", () => {
    const env = { ...onePlayer, MQTT_PASSWORD_FILE: "empty" };
    expect(loadWith({ files: { empty: "\n" }, env }).mqtt.password).toBe("");
  });

  it("one that cannot be read is a problem that names variable and file", () => {
    const env = { ...onePlayer, MQTT_PASSWORD_FILE: "nowhere/password", MQTT_URL_FILE: "folder" };
    const [url, password] = problemsWith({ files: { "folder/file": "" }, env });
    expect(password).toBe("mqtt.password (MQTT_PASSWORD_FILE): cannot read nowhere/password: no such file");
    expect(url).toMatch(/^mqtt\.url \(MQTT_URL_FILE\): cannot read folder: it is a folder$/);
    // It is watched, since it may come later.
    const sources = new WatchedSources({ args: {}, env, cwd: "/", hostname: "somewhere" });
    expect(() => sources.load()).toThrow(ConfigError);
    expect([...sources.files]).toContainEqual(["/nowhere/password", undefined]);
    // A renewed certificate is a change, too.
    const args = { "mqtt.ca": "/ca.pem", "mqtt.cert": "/cert.pem", "mqtt.key": "/key.pem" };
    const certified = new WatchedSources({ args, env: onePlayer, cwd: "/" });
    certified.load();
    for (const path of Object.values(args)) expect(certified.files.has(path)).toBe(true);
  });

  it("value and file together are a problem, since nobody can tell which is meant", () => {
    const env = { ...onePlayer, MQTT_PASSWORD: "a", MQTT_PASSWORD_FILE: "b" };
    expect(problemsWith({ env })).toEqual([
      "mqtt.password (MQTT_PASSWORD_FILE): cannot be combined with MQTT_PASSWORD: expected one of them",
    ]);
  });
});

it("every setting is a flag, and so is the file", () => {
  expect([...Object.keys(configFlag), ...settingFlags]).toEqual(["config", ...settings.keys()]);
});

describe("what people write", () => {
  it("a list of addresses is a list of players, whose ids are their hosts", () => {
    const list = "192.168.1.20, http://Study.lan:9529,bob:secret@10.0.0.7,[fe80::1]";
    const expected = [
      { id: "192-168-1-20", url: "http://192.168.1.20" },
      { id: "study-lan-9529", url: "http://study.lan:9529" },
      { id: "10-0-0-7", url: "http://bob:secret@10.0.0.7" },
      { id: "fe80-1", url: "http://[fe80::1]" },
    ];
    expect(loadWith({ env: { PLAYERS: list } }).players).toMatchObject(expected);
    expect(loadWith({ args: { players: list } }).players).toMatchObject(expected);
    expect(loadWith({ env: { PLAYERS: "192.168.1.20" } }).players).toMatchObject(expected.slice(0, 1));
  });

  it.each(["none", "10.0.0.1,", "10.0.0.1;10.0.0.2", "auto,10.0.0.1/path"])(
    "%j is no list of addresses",
    (list) => {
      expect(problemsWith({ env: { PLAYERS: list } })).toEqual([
        "players (PLAYERS): the value is not a list of players, or auto",
      ]);
    },
  );

  it.each([
    ["mqtt.url", "192.168.1.10", "mqtt://192.168.1.10"],
    ["mqtt.url", "broker.lan:1884", "mqtt://broker.lan:1884"],
    ["mqtt.url", "[fe80::1]:1883", "mqtt://[fe80::1]:1883"],
    ["mqtt.url", "a.lan, b.lan", "mqtt://a.lan,mqtt://b.lan"],
    ["mqtt.url", "mqtts://a.lan ", "mqtts://a.lan"],
    ["player.url", "192.168.1.20:80", "http://192.168.1.20:80"],
    ["player.url", "player.local", "http://player.local"],
    ["player.url", "http://192.168.1.20/", "http://192.168.1.20"],
    ["player.url", "http://192.168.1.20:8080/", "http://192.168.1.20:8080"],
    ["player.url", "http://192.168.1.20:80"],
    ["player.url", "HTTPS://Player.Example:443", "https://player.example:443"],
    ["player.url", "https://player.example"],
    ["player.url", "[fe80::1]", "http://[fe80::1]"],
    ["player.url", "http://[fe80::1]:80"],
    ["player.url", "http://me:123@192.168.1.20"],
    ["player.url", "me:p%40ss@192.168.1.20:1", "http://me:p%40ss@192.168.1.20:1"],
    ["homeassistant.pageUrl", "http://192.168.1.10:8099"],
    ["homeassistant.pageUrl", "homeassistant://app/player2mqtt"],
    ["homeassistant.updateUrl", "https://mirror.home/latest"],
    ["homeassistant.prefix", "ha/discovery"],
    ["homeassistant.language", "de"],
  ])("%s=%s is %s", (name, written, read = written) => {
    const config = loadWith({ env: { ...onePlayer, [variableName(name)]: written } });
    const [section = "", key = ""] = name.split(".");
    const { [section]: found } = { ...config, player: config.players[0] } as unknown as Record<
      string,
      object
    >;
    expect(found).toMatchObject({ [key]: read });
  });

  it.each([
    ["house-1", "elsewhere", "house-1"],
    ["auto", "player2mqtt-2", "player2mqtt-2"],
    ["auto", "player2mqtt-3.players.home.svc.cluster.local", "player2mqtt-3"],
    ["auto", "Attic", "attic"],
  ])("the member %j of a fleet on %j is %s", (member, hostname, wanted) => {
    const env = { ...onePlayer, FLEET_URL: "nats://10.0.0.1:4222, tls://10.0.0.2", FLEET_MEMBER: member };
    expect(loadWith({ env, hostname }).fleet.member).toBe(wanted);
  });

  it("the user may be in the address and the password beside it, but not without any user", () => {
    const env = { ...onePlayer, MQTT_PASSWORD: "hidden" };
    const { mqtt } = loadWith({ env: { ...env, MQTT_URL: "mqtt://anna@broker.lan" } });
    expect(mqtt).toMatchObject({ url: "mqtt://anna@broker.lan", username: "", password: "hidden" });
    for (const url of ["mqtt://broker.lan", "mqtt://anna@a.lan,mqtt://b.lan", ""])
      expect(problemsWith({ env: { ...env, MQTT_URL: url } })).toEqual([
        "mqtt.password: is set without mqtt.username, expected both: MQTT 3.1.1 allows no password without a user name",
      ]);
  });

  it("a blank at the end counts in a password alone", () => {
    const env = {
      PLAYER_URL: "10.0.0.5 ",
      LOG_LEVEL: "debug ",
      MQTT_USERNAME: "anna\t",
      MQTT_PASSWORD: "x ",
    };
    const { log, mqtt, players } = loadWith({ env });
    expect([players[0]?.url, log.level, mqtt.username, mqtt.password]).toEqual([
      "http://10.0.0.5",
      "debug",
      "anna",
      "x ",
    ]);
    const files = { "config/local.yaml": 'players: [{url: "10.0.0.5 "}]' };
    expect(loadWith({ files }).players[0]?.url).toBe("http://10.0.0.5");
  });
});
