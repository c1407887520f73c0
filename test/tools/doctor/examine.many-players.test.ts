import { describe, expect, it, vi } from "vitest";
import { examined, emptyNetwork } from "./examined.ts";

const noBroker = { "broker.port": "9" };

describe("many players", () => {
  it("are examined before the first one has answered", async () => {
    const asked = new Set<string>();
    let answerAll = (): void => {};
    const allAsked = new Promise<void>((resolve) => {
      answerAll = resolve;
    });
    const resolve = async (host: string): Promise<string[]> => {
      asked.add(host);
      if (asked.size === 5) answerAll();
      await allAsked;
      return ["127.0.0.1"];
    };
    const players = JSON.stringify(
      [1, 2, 3, 4, 5].map((n) => ({ id: `p${n}`, url: `http://p${n}.invalid:9` })),
    );
    const { of } = await examined({ ...noBroker, players }, { ...emptyNetwork, resolve });
    expect(of("players/p5", "address")).toMatchObject([{ verdict: "good" }]);
  });

  it("are examined in parallel, and each area ends once", async () => {
    const ids = Array.from({ length: 250 }, (_, index) => `p${index}`);
    const players = JSON.stringify(
      ids.map((id, index) => ({ id, url: `127.0.1.${index + 1}:9`, mac: "02:00:5e:00:53:0a" })),
    );
    const search = vi.fn(emptyNetwork.search);
    const { events, report } = await examined({ ...noBroker, players }, { ...emptyNetwork, search });
    // For all that are missing.
    expect(search).toHaveBeenCalledOnce();
    const ended = events.flatMap((event) => (event.kind === "ended" ? [event.area] : []));
    expect(ended.toSorted()).toEqual(report.areas.map(({ id }) => id).toSorted());
    expect(report.counts.fault).toBe(250);
  });
});
