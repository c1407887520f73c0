import { expect, it } from "vitest";
import { clearPage, clearPlayer, playerOffline } from "../../../src/core/topics/render.ts";
import { messagesOf, render } from "../../../src/core/topics/render.ts";
import { settled, target } from "../samples.ts";

it("a player that is gone leaves no topic of its snapshot but the pages of its queue, which have topics of their own", () => {
  const shown = settled({ shownPosition: { seconds: 61, at: 0 }, resumable: {} });
  const said = messagesOf(target, render(target, undefined, shown)).map(({ topic }) => topic);
  const pages = said.filter((topic) => topic.includes("/pages/"));
  const cleared = clearPlayer("p", "tv");
  expect(cleared.map(({ topic }) => topic).toSorted()).toEqual(
    // Extensions publish the history and the state.
    [...said.filter((topic) => !pages.includes(topic)), "p/tv/history", "p/tv/state"].toSorted(),
  );
  for (const message of [...cleared, clearPage("p", "tv", 0)]) {
    expect(message).toMatchObject({ payload: "", retain: true });
  }
  expect(pages).toContain(clearPage("p", "tv", 0).topic);
});

it("its availability becomes offline first, and is cleared last", () => {
  expect(playerOffline("p", "tv")).toEqual({
    topic: "p/tv/availability",
    payload: "offline",
    retain: true,
    qos: 1,
  });
  expect(clearPlayer("p", "tv").at(-1)?.topic).toBe("p/tv/availability");
});
