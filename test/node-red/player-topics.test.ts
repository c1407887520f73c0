import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PlayerTopics } from "../../node-red/src/runtime/player-topics.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a topic that became empty while there was no connection is forgotten, whatever came before", () => {
  const topics = new PlayerTopics("den", () => topics.endReplay(true));
  const connect = (leaves: readonly string[]): string[] => {
    topics.stop();
    topics.beginReplay();
    for (const leaf of leaves) topics.receive(leaf, "x");
    vi.advanceTimersByTime(1000);
    expect(topics.isSettled).toBe(true);
    return [...topics.values.keys()];
  };
  expect(connect(["video/title", "volume"])).toEqual(["video/title", "volume"]);
  topics.receive("music/title", "y");
  expect(connect(["volume", "music/title"])).toEqual(["volume", "music/title"]);
  expect(connect(["volume"])).toEqual(["volume"]);
});
