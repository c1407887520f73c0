import { expect, it } from "vitest";
import type { PlayerModel } from "../../src/core/resources/model.ts";
import { askFamilies } from "../../src/families/recognize.ts";

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
    const queue = { publish: "none", window: 1, fields: "essential", maxPayloadBytes: 1000 } as const;
    const options = { url, psk: undefined, pathPrefix: "auto", timeoutMs: 1000, maxBodyBytes: 1000, queue };
    const { recognized } = await askFamilies(families, options, new AbortController().signal);
    expect(recognized?.family.name).toBe("second");
    expect(asked).toEqual(order);
  },
);
