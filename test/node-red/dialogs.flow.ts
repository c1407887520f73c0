import { beforeEach, describe, expect, inject, it } from "vitest";
import type { Page } from "playwright-core";
import { closeDialog, openDialog, openEditor, settled, takePicture } from "./editor.ts";
import { brokerNode } from "./example-flow.ts";
import { setStage, type Stage } from "./stage.ts";

beforeEach(({ skip }) => {
  skip(inject("chromium") === "", "no chromium");
});

const id = "living-room";

function flow(port: number) {
  const at = (node: string, x: number, y: number, more: object) => {
    const common = { id: node, type: `player2mqtt-${node}`, z: "tab", bridge: "bridge", name: "", x, y };
    return { ...common, player: "", wires: [[]], ...more };
  };
  const asked = { player: id, control: "", value: "payload", valueType: "msg", timeout: "" };
  return [
    { id: "tab", type: "tab", label: "Living room" },
    brokerNode("broker", port),
    { id: "bridge", type: "player2mqtt-bridge", name: "", broker: "broker", baseTopic: "player2mqtt" },
    at("state", 160, 100, { follow: "", initial: true, positions: false }),
    at("command", 400, 100, { ...asked, wires: [[], []] }),
    at("now-playing", 160, 180, { player: id, positions: true }),
    at("events", 400, 180, { outcomes: true, availability: true, log: true }),
  ];
}

async function setEditor(): Promise<Stage> {
  const stage = await setStage({
    settings: { "player.id": id, "player.name": "Living room", "poll.state": "* * * * * *" },
  });
  await stage.startBridge();
  await expect.poll(() => stage.observer.on(`player2mqtt/${id}/music/title`)).not.toEqual([]);
  await stage.nodeRed.deployNodes(flow(stage.cable.port));
  await expect.poll(() => stage.nodeRed.statusOf("now-playing").fill).toBe("green");
  return stage;
}

const rows = (page: Page) => page.locator(".player2mqtt-list [role=option]");
const valueOf = (page: Page, field: string) => page.locator(`#node-input-${field}`).inputValue();
const nodeOf = (page: Page, node: string) =>
  page.evaluate(`(({ player, follow, control, value, valueType }) =>
    ({ player, follow, control, value, valueType }))(RED.nodes.node("${node}"))`);

describe("the dialogs", () => {
  it("offer players, topics, controls and their values by keyboard alone", async () => {
    await using stage = await setEditor();
    await using editor = await openEditor(stage.nodeRed.url);
    const { page } = editor;

    const state = await openDialog(page, "state");
    await page.locator("#node-input-player").focus();
    await page.keyboard.press("ArrowDown");
    await rows(page).first().waitFor();
    await expect.poll(() => rows(page).allInnerTexts()).toEqual([expect.stringContaining("Living room")]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await valueOf(page, "player")).toBe(id);
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").getAttribute("id")).toBe("node-input-follow");
    await page.keyboard.type("input/na");
    await expect
      .poll(() => rows(page).allInnerTexts())
      .toEqual([expect.stringContaining("audio/input/name")]);
    await takePicture(state, "node-red-state");
    await page.keyboard.press("Enter");
    expect(await valueOf(page, "follow")).toBe("audio/input/name");
    // Escape closes the list, and the dialog only when there is none.
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
    await expect.poll(() => rows(page).count()).toBe(0);
    expect(await state.isVisible()).toBe(true);
    await closeDialog(page);
    expect(await nodeOf(page, "state")).toMatchObject({ player: id, follow: "audio/input/name" });

    const command = await openDialog(page, "command");
    await page.locator("#node-input-control").focus();
    await page.keyboard.type("audio/output");
    await expect
      .poll(() => rows(page).allInnerTexts())
      .toEqual([expect.stringMatching(/audio\/output[\s\S]*Output · HDMI main/)]);
    await page.keyboard.press("Enter");
    await page.locator(".red-ui-typedInput-type-select").focus();
    await page.keyboard.press("Enter");
    await page.locator(".red-ui-typedInput-options:visible").getByText("from the list").click();
    const value = page.locator(".red-ui-typedInput-input");
    await value.focus();
    await value.fill("");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => rows(page).allInnerTexts()).toContainEqual(expect.stringContaining("Line out"));
    await settled(page);
    await takePicture(command, "node-red-command");
    await page.keyboard.type("Line");
    await page.keyboard.press("Enter");
    await expect.poll(() => value.inputValue()).toBe("RCA");
    await closeDialog(page);
    expect(await nodeOf(page, "command")).toEqual({
      player: id,
      control: "audio/output",
      value: "RCA",
      valueType: "option",
    });
    expect(editor.complaints).toEqual([]);
  });

  it("take an environment variable as the whole of a setting, mark half of one, and find bridges", async () => {
    await using stage = await setEditor();
    const env = [
      { name: "BASE", value: "player2mqtt", type: "str" },
      { name: "PLAYER", value: id, type: "str" },
    ];
    const global = { id: "global", type: "global-config", env };
    await stage.nodeRed.deployNodes([global, ...flow(stage.cable.port)]);
    await using editor = await openEditor(stage.nodeRed.url);
    const { page } = editor;
    await openDialog(page, "state");
    const player = page.locator("#node-input-player");
    const isMarked = (field: string) =>
      page.locator(`#${field}`).evaluate((input) => input.classList.contains("input-error"));
    for (const [text, isWrong] of [
      ["${PLAYER", true],
      ["den-${PLAYER}", true],
      ["Living room", true],
      ["${PLAYER}", false],
    ] as const) {
      await player.fill(text);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Tab");
      await expect.poll(() => isMarked("node-input-player")).toBe(isWrong);
    }
    await page.locator("#node-input-follow").fill("input/na");
    await page.locator("#node-input-follow").press("ArrowDown");
    await page.locator(".player2mqtt-list").getByText("audio/input/name").waitFor();
    await page.keyboard.press("Escape");
    await closeDialog(page);
    await page.evaluate('RED.editor.editConfig("", "player2mqtt-bridge", "bridge")');
    const found = page.locator("#player2mqtt-found");
    const base = page.locator("#node-config-input-baseTopic");
    await expect.poll(() => found.innerText()).toMatch(/Found: bridge .*players: 1/);
    await settled(page);
    await takePicture(page.locator(".red-ui-tray").last(), "node-red-bridge");
    await base.fill("elsewhere");
    await page.keyboard.press("Tab");
    await expect.poll(() => found.innerText()).toContain("No bridge found below");
    await base.fill(" ${BASE} ");
    await page.keyboard.press("Tab");
    await expect.poll(() => found.innerText()).toMatch(/Found: bridge .*players: 1/);
    expect(await isMarked("node-config-input-baseTopic")).toBe(false);
    await base.fill("house/${BASE}");
    await page.keyboard.press("Tab");
    await expect.poll(() => found.innerText()).toContain("to be the whole value");
    expect(await isMarked("node-config-input-baseTopic")).toBe(true);
    expect(editor.complaints).toEqual([]);
  });

  it("hold a thousand players, narrowed by typing, and say that the broker is away", async () => {
    await using stage = await setStage();
    await stage.observer.publish("player2mqtt/bridge/state", "online", { retain: true });
    const names = Array.from({ length: 1000 }, (_, index) => `room-${index}`);
    await Promise.all(
      names.map((name) =>
        stage.observer.publish(`player2mqtt/${name}/availability`, "online", { retain: true }),
      ),
    );
    await stage.nodeRed.deployNodes(flow(stage.cable.port));
    await using editor = await openEditor(stage.nodeRed.url);
    const { page } = editor;
    await openDialog(page, "state");
    await page.locator("#node-input-player").click();
    await expect.poll(() => rows(page).allInnerTexts()).toEqual(names.slice(0, 100));
    await page.getByText("900 more: type to find them").waitFor();
    await page.keyboard.type("room-77");
    await expect
      .poll(() => rows(page).allInnerTexts())
      .toEqual([77, ...Array.from({ length: 10 }, (_, n) => 770 + n)].map((n) => `room-${n}`));
    await page.keyboard.type("x");
    await page.getByText("Nothing in the list matches").waitFor();
    await page.keyboard.press("Escape");
    stage.cable.unplug();
    await page.locator("#node-input-player").fill("");
    await page.keyboard.press("ArrowDown");
    await rows(page).first().getByText("no connection to the broker").waitFor();
    expect(editor.complaints).toEqual([]);
  });

  it.each([
    ["de", "Basis-Topic", "Verfolgen", "ganzer Player", "Ausgang"],
    ["zh-CN", "基础主题", "跟踪", "整个播放器", "输出"],
  ])("speak %s", async (locale, baseTopic, follow, whole, output) => {
    await using stage = await setEditor();
    const place = { z: "tab", x: 160, y: 300, wires: [["command"]] };
    const ask = { ...place, id: "ask", type: "inject", name: "ask a stranger" };
    const props = [
      { p: "player", v: "stranger", vt: "str" },
      { p: "topic", v: "mute", vt: "str" },
      { p: "payload", v: "on", vt: "str" },
    ];
    const nodes = flow(stage.cable.port).map((node) =>
      node.id === "command" ? { ...node, player: "" } : node,
    );
    await stage.nodeRed.deployNodes([...nodes, { ...ask, props }]);
    await using editor = await openEditor(stage.nodeRed.url, { locale });
    const { page } = editor;
    const dialog = await openDialog(page, "state");
    await dialog.getByText(follow).waitFor();
    await page.locator("#node-input-follow").click();
    await page.locator(".player2mqtt-list").getByText(whole).waitFor();
    await page.locator("#node-input-player").fill(id);
    await page.locator("#node-input-follow").fill("audio/output");
    await rows(page).getByText(output).first().waitFor();
    // The text below a node, as well.
    const status = { de: "unbekannter Player", "zh-CN": "未知播放器" }[locale] ?? "";
    await stage.nodeRed.press("ask a stranger");
    await page.locator(".red-ui-flow-node-status-label").getByText(status).first().waitFor();
    const help = await page.evaluate<string>('RED.nodes.getNodeHelp("player2mqtt-bridge")');
    expect(help).toContain(baseTopic);
  });
});
