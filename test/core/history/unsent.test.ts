import { describe, expect, it } from "vitest";
import { isReceiverName, possibleStart, receiverName } from "../../../src/core/history/unsent.ts";

const now = new Date("2026-11-30T12:00:00Z");
const startOf = (startedAt: string): string =>
  new Date(possibleStart({ startedAt, playedSeconds: 100 }, now)).toISOString();

describe("the beginning of a track", () => {
  it("is as it was told, if it can be", () => {
    for (const startedAt of [
      "2026-11-30T11:58:20.000Z",
      "2026-11-30T11:58:45.000Z",
      "2005-01-01T00:00:00.000Z",
    ])
      expect(startOf(startedAt)).toBe(startedAt);
  });

  it("follows from what was played, if the clock was set meanwhile", () => {
    for (const startedAt of ["1970-01-01T00:00:10.000Z", "2026-11-30T13:00:00.000Z"])
      expect(startOf(startedAt)).toBe("2026-11-30T11:58:20.000Z");
  });
});

it("a receiver is named by its owner, or by its host, and each such name is one", () => {
  const names = [
    receiverName({ url: "https://api.listenbrainz.org/1", name: "mine" }),
    receiverName({ url: "https://me:secret@api.listenbrainz.org/1?key=secret" }),
    receiverName({ url: "http://[fe80::1]:42010" }),
  ];
  expect(names).toEqual(["mine", "api.listenbrainz.org", "fe80::1:42010"]);
  expect(names.filter((name) => !isReceiverName(name))).toEqual([]);
  for (const name of ["", "a b", "__proto__\n", "x".repeat(81)]) expect(isReceiverName(name)).toBe(false);
});
