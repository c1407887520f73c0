import { expect, it } from "vitest";
import { NoPlayerError } from "../../src/core/errors.ts";
import type { PlayerModel } from "../../src/core/resources/model.ts";
import { askFamilies, optionsOfStranger, recognize } from "../../src/families/recognize.ts";
import { bluos } from "../../src/families/bluos/family.ts";
import { zidoo } from "../../src/families/zidoo/family.ts";
import { type Reply, startScripted } from "./zidoo/scripted-player.ts";

const model: PlayerModel = { maker: undefined, model: "M", firmware: "1", mac: undefined };

it.each([
  ["http://10.0.0.1:11000", ["second"]],
  ["http://10.0.0.1:9529", ["first", "second"]],
  ["http://10.0.0.1:8080", ["first", "second"]],
  ["http://10.0.0.1", ["first", "second"]],
])(
  "a player at %s is asked first by the family of its port, then by the others in their order",
  async (url, order) => {
    const asked: string[] = [];
    const family = (name: string, defaultPort: number, known: PlayerModel | undefined) => ({
      name,
      defaultPort,
      identify: async () => {
        asked.push(name);
        return known;
      },
    });
    const families = [family("first", 9529, undefined), family("second", 11_000, model)];
    const { recognized } = await askFamilies(families, optionsOfStranger(url), new AbortController().signal);
    expect(recognized?.family.name).toBe("second");
    expect(asked).toEqual(order);
  },
);

it.each<[string, Reply, string]>([
  [
    "a web page",
    { headers: { "content-type": "text/html" }, body: "<html><title>Router</title>" },
    "a web page (Router) answers there instead of a player: ",
  ],
  ["a server with an error", 500, "a web server with HTTP status 500 answers there instead of a player: "],
  ["a server with a login", 401, "a web server with HTTP status 401 answers there and requires a login"],
  ["a player of an unknown maker", '{"status":804}', "no player of a known make answers (zidoo, bluos)"],
])("%s is named as such", async (_what, reply, reason) => {
  await using server = await startScripted([reply]);
  const asked = recognize([zidoo, bluos], optionsOfStranger(server.url), new AbortController().signal);
  const error: unknown = await asked.catch((caught: unknown) => caught);
  expect(String(error)).toContain(`DeviceError: ${reason}`);
  expect(error instanceof NoPlayerError).toBe(!reason.startsWith("no player"));
});
