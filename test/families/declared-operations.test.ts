import { describe, expect, it } from "vitest";
import type { PlayerSetting } from "../../src/core/resources/settings.ts";
import { settingText } from "../../src/core/resources/settings.ts";
import { DeviceError } from "../../src/core/errors.ts";
import {
  type DeclaredOperation,
  readDeclared,
  readOperations,
  setDeclared,
} from "../../src/families/declared-operations.ts";
import type { FamilyDevice } from "../../src/families/family.ts";
import { getPath } from "../../src/families/http/get-path.ts";

const { signal } = new AbortController();

/** A player whose answers are written down by their paths. */
function scripted(answers: Readonly<Record<string, string | number | DeviceError>>) {
  const asked: string[] = [];
  const device: Pick<FamilyDevice, "get"> = {
    async get(path, _signal, terms) {
      asked.push(terms?.acts === true ? `${path} acts` : path);
      const answer = answers[path] ?? 404;
      if (answer instanceof DeviceError) throw answer;
      const [status, text] = typeof answer === "number" ? [answer, ""] : [200, answer];
      const body = Buffer.from(text);
      return { status, headers: {}, changed: body };
    },
  };
  return { device, asked };
}

const reading = (kind: DeclaredOperation["kind"], pointer = "/a", set?: object): DeclaredOperation => ({
  name: "one",
  kind,
  read: { path: "/all", pointer },
  ...(set !== undefined && { set: { path: "/set?to={value}", ...set } }),
});

/** The kind of a setting with its value, and why it has none. */
const told = (setting: PlayerSetting): string =>
  `${setting.kind} ${settingText(setting)}${setting.problem === undefined ? "" : `: ${setting.problem.text}`}`;

async function readOne(operation: DeclaredOperation, answer: string): Promise<unknown> {
  const [setting] = await readOperations(scripted({ "/all": answer }).device, [operation], signal);
  return setting && told(setting);
}

describe("what a declared operation reads", () => {
  const words = { words: { Quiet: "q", Loud: "7" } };
  const range = { range: { min: -15, max: 15 } };

  const inverse = { words: { off: "true", on: "false" } };
  const noPlace = (place: string): string => `fact : the answer has no value at ${place}`;

  it.each<[string, DeclaredOperation, unknown, string]>([
    ["a text", reading("text"), { a: "OCXO 10M" }, "fact OCXO 10M"],
    ["a number as a text", reading("text"), { a: 5 }, "fact 5"],
    ["a number", reading("number"), { a: "21.5" }, "fact 21.5"],
    ["a level", reading("number", "/a", range), { a: "-3" }, "range -3"],
    ["a switch", reading("switch", "/a", {}), { a: true }, "switch on"],
    ["a switch by number", reading("switch", "/a", {}), { a: 0 }, "switch off"],
    ["a switch by word", reading("switch", "/a", {}), { a: "ON" }, "switch on"],
    [
      "a switch in other words",
      reading("switch", "/a", { words: { off: "stop", on: "go" } }),
      { a: "go" },
      "switch on",
    ],
    ["a switch whose field says the opposite", reading("switch", "/a", inverse), { a: false }, "switch on"],
    [
      "a switch by no word that is known",
      reading("switch", "/a", {}),
      { a: "maybe" },
      'switch : the answer has "maybe", which is not declared',
    ],
    ["a switch that is only read", reading("switch"), { a: false }, "fact off"],
    ["a choice by what is sent", reading("choice", "/a", words), { a: 7 }, "list Loud"],
    ["a choice by its word", reading("choice", "/a", words), { a: "quiet" }, "list Quiet"],
    ["an entry of a list", reading("text", "/a/1/b~1c~0"), { a: [0, { "b/c~": "x" }] }, "fact x"],
    ["the whole answer", reading("number", ""), 7, "fact 7"],
    ["no such place", reading("text", "/b"), { a: 1 }, noPlace("/b")],
    ["what every object has", reading("text", "/constructor/name"), {}, noPlace("/constructor/name")],
    ["an object", reading("text", ""), {}, noPlace('""')],
    ["nothing", reading("text"), { a: null }, noPlace("/a")],
    [
      "a level outside its range",
      reading("number", "/a", range),
      { a: 16 },
      "range : the answer has 16, which is not declared",
    ],
    ["no number", reading("number"), { a: " " }, 'fact : the answer has " ", which is not declared'],
    [
      "another word",
      reading("choice", "/a", words),
      { a: "Louder" },
      'list : the answer has "Louder", which is not declared',
    ],
  ])("is %s", async (_, operation, answer, expected) => {
    expect(await readOne(operation, JSON.stringify(answer))).toEqual(expected);
  });

  it("is nothing where the answer is no JSON, or there is none, and says so", async () => {
    const { device, asked } = scripted({ "/xml": "<status/>", "/busy": 503, "/all": '{"a":1}' });
    const at = (path: string): DeclaredOperation => ({ ...reading("text"), read: { path, pointer: "/a" } });
    const operations = [at("/xml"), at("/busy"), at("/none"), at("/all"), at("/all")];
    expect((await readOperations(device, operations, signal)).map(told)).toEqual([
      'fact : the answer is not JSON: it begins with "<status/>"',
      "fact : HTTP status 503",
      "fact : the player has nothing at /none",
      "fact 1",
      "fact 1",
    ]);
    expect(asked).toEqual(["/xml", "/busy", "/none", "/all"]);
    expect(await readDeclared(device, operations, signal)).toMatchObject({ kind: "reading" });
    await expect(readDeclared(device, operations.slice(0, 3), signal)).rejects.toThrow("is not JSON");
  });

  it("fails with the player where it does not answer", async () => {
    const silent = scripted({ "/all": new DeviceError("broken", "no answer") });
    await expect(readOperations(silent.device, [reading("text")], signal)).rejects.toThrow("no answer");
  });
});

describe("what a declared operation sends", () => {
  it.each<[DeclaredOperation, number, readonly string[]]>([
    [reading("number", "/a", { range: { min: -9, max: 9 } }), -3, ["done", "/set?to=-3 acts"]],
    [reading("switch", "/a", {}), 1, ["done", "/set?to=1 acts"]],
    [reading("choice", "/a", { words: { Quiet: "q", Loud: "ä&" } }), 1, ["done", "/set?to=%C3%A4%26 acts"]],
    // The player has no such path, which says nothing of other operations.
    [reading("number", "/a", { range: { min: 0, max: 9 } }), 5, ["refused", "/set?to=5 acts"]],
    [reading("text"), 5, ["unsupported"]],
    [reading("choice", "/a", { words: { a: "b" } }), 5, ["unsupported"]],
  ])("by %j for %i is %j", async (operation, value, sent) => {
    const { device, asked } = scripted({ "/set?to=%C3%A4%26": "", "/set?to=-3": "", "/set?to=1": "" });
    const call = { operation: "setDeclared", handle: "one", value } as const;
    expect([(await setDeclared(device, [operation], call, signal)).kind, ...asked]).toEqual(sent);
  });
});

it("a path that the owner sends is sent as it is, once", async () => {
  const { device, asked } = scripted({});
  expect([(await getPath(device, "/own", signal)).kind, ...asked]).toEqual(["refused", "/own acts"]);
});
