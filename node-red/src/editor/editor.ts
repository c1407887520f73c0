import { attachCombobox, type ComboboxTexts, type Rows } from "./combobox.ts";
import { describeBridges, listControls, listOptions, listPlayers, listTopics } from "./live-lists.ts";
import type { DialogNode, JQuery, RedEditor } from "./red-editor.ts";

declare const RED: RedEditor;
declare const $: JQuery;

/** Undone when a dialog closes. */
let open: { readonly detach: () => void }[] = [];

function closeDialog(): void {
  for (const { detach } of open) detach();
  open = [];
}

function textOf(selector: string): string {
  return written($(selector).val()).trim();
}

function written(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** An environment variable has to be the whole of a setting: Node-RED replaces no others. */
function isEnvironment(text: string): boolean {
  return /^\$\{[^{}\s]+\}$/.test(text);
}

function isBaseTopic(text: string): boolean {
  if (text === "" || isEnvironment(text)) return true;
  return /^[^+#/]+(\/[^+#/]+)*$/.test(text) && !text.includes("${");
}

/** The player of a node that follows one; empty where none has to be chosen. */
function isPlayer(text: string): boolean {
  return /^[a-z0-9_-]{0,32}$/.test(text) || isEnvironment(text);
}

const followed = {
  value: "",
  required: true,
  validate: (value: unknown) => written(value).trim() !== "" && isPlayer(written(value).trim()),
};

const bridge = (): string => textOf("#node-input-bridge").replace("_ADD_", "");
const player = (): string => textOf("#node-input-player");

function offer(node: DialogNode, input: HTMLElement | undefined, load: () => PromiseLike<Rows>): void {
  const texts: ComboboxTexts = {
    loading: node._("list.loading"),
    open: node._("list.open"),
    more: (count) => node._("list.more", { count }),
    noMatch: node._("list.noMatch"),
  };
  if (input instanceof HTMLInputElement) open.push(attachCombobox(input, load, texts));
}

function offerPlayers(node: DialogNode): void {
  closeDialog();
  offer(node, $("#node-input-player").get(0), () => listPlayers(node, bridge()));
}

function labelOf(node: DialogNode, type: string, ...parts: readonly string[]): string {
  const name = written(node["name"]);
  const values = parts.map((part) => written(node[part])).filter((text) => text !== "");
  return name || values.join(" ") || node._(`type.${type}`);
}

function nameStyle(this: DialogNode): string {
  return this["name"] ? "node_label_italic" : "";
}

RED.nodes.registerType("player2mqtt-bridge", {
  category: "config",
  defaults: {
    name: { value: "" },
    broker: { value: "", type: "mqtt-broker", required: true },
    baseTopic: { value: "player2mqtt", validate: (value) => isBaseTopic(written(value).trim()) },
  },
  label() {
    return written(this["name"]) || written(this["baseTopic"]) || "player2mqtt";
  },
  oneditprepare() {
    const found = $("#player2mqtt-found").get(0);
    let lastRequest = 0;
    const update = (): void => {
      const request = (lastRequest += 1);
      const broker = textOf("#node-config-input-broker").replace("_ADD_", "");
      const show = (text: string, isFound: boolean): void => {
        if (found === undefined || request !== lastRequest) return;
        found.textContent = text;
        found.classList.toggle("is-found", isFound);
      };
      if (broker === "") return show(this._("list.noBroker"), false);
      void describeBridges(this, broker, textOf("#node-config-input-baseTopic")).then(({ text, isFound }) =>
        show(text, isFound),
      );
    };
    const timer = window.setInterval(update, 3000);
    $("#node-config-input-broker").on("change", update);
    $("#node-config-input-baseTopic").on("change", update);
    bridgeDialog = { stop: () => window.clearInterval(timer) };
    update();
  },
  oneditsave: () => bridgeDialog?.stop(),
  oneditcancel: () => bridgeDialog?.stop(),
});

let bridgeDialog: { readonly stop: () => void } | undefined;

RED.nodes.registerType("player2mqtt-state", {
  category: "player2mqtt",
  color: "#a8d1c6",
  icon: "player2mqtt-state.svg",
  inputs: 1,
  outputs: 1,
  defaults: {
    name: { value: "" },
    bridge: { value: "", type: "player2mqtt-bridge", required: true },
    player: followed,
    follow: { value: "" },
    initial: { value: true },
    positions: { value: false },
  },
  paletteLabel: "player state",
  label() {
    return labelOf(this, "state", "player", "follow");
  },
  labelStyle: nameStyle,
  oneditprepare() {
    offerPlayers(this);
    const follow = $("#node-input-follow");
    offer(this, follow.get(0), () => listTopics(this, bridge(), player()));
    const showPositions = (): void => void $("#player2mqtt-positions").toggle(follow.val() === "");
    follow.on("change input", showPositions);
    showPositions();
  },
  oneditsave: closeDialog,
  oneditcancel: closeDialog,
});

RED.nodes.registerType("player2mqtt-command", {
  category: "player2mqtt",
  color: "#a8d1c6",
  icon: "player2mqtt-command.svg",
  inputs: 1,
  outputs: 2,
  defaults: {
    name: { value: "" },
    bridge: { value: "", type: "player2mqtt-bridge", required: true },
    // The name of a player will do, too.
    player: {
      value: "",
      validate: (value) => isEnvironment(written(value)) || !written(value).includes("${"),
    },
    control: { value: "" },
    value: { value: "payload" },
    valueType: { value: "msg" },
    timeout: { value: "", validate: (value) => value === "" || Number(value) > 0 },
    raise: { value: false },
  },
  paletteLabel: "player command",
  label() {
    const value = this["valueType"] === "option" || this["valueType"] === "str" ? ["value"] : [];
    return labelOf(this, "command", "player", "control", ...value);
  },
  labelStyle: nameStyle,
  outputLabels(index) {
    return this._(index === 0 ? "output.done" : "output.notDone");
  },
  oneditprepare() {
    offerPlayers(this);
    const control = $("#node-input-control");
    offer(this, control.get(0), () => listControls(this, bridge(), player()));
    const value = $("#node-input-value");
    const option = { value: "option", label: this._("label.option"), icon: "fa fa-list-ul", hasValue: true };
    value.typedInput({
      default: "msg",
      types: ["msg", option, "str", "num", "flow", "global", "env", "jsonata"],
      typeField: "#node-input-valueType",
    });
    const field = value.get(0)?.parentElement?.querySelector(".red-ui-typedInput-input") ?? undefined;
    let offered: { readonly detach: () => void } | undefined;
    const offerOptions = (): void => {
      const isOption = value.typedInput("type") === "option";
      if (isOption === (offered !== undefined) || !(field instanceof HTMLElement)) return;
      if (!isOption) {
        offered?.detach();
        open = open.filter((one) => one !== offered);
        offered = undefined;
        return;
      }
      offer(this, field, () => listOptions(this, bridge(), player(), textOf("#node-input-control")));
      offered = open.at(-1);
    };
    value.on("change", offerOptions);
    offerOptions();
  },
  oneditsave: closeDialog,
  oneditcancel: closeDialog,
});

RED.nodes.registerType("player2mqtt-now-playing", {
  category: "player2mqtt",
  color: "#a8d1c6",
  icon: "player2mqtt-now-playing.svg",
  inputs: 1,
  outputs: 1,
  defaults: {
    name: { value: "" },
    bridge: { value: "", type: "player2mqtt-bridge", required: true },
    player: followed,
    positions: { value: true },
  },
  paletteLabel: "now playing",
  label() {
    return labelOf(this, "nowPlaying", "player");
  },
  labelStyle: nameStyle,
  oneditprepare() {
    offerPlayers(this);
  },
  oneditsave: closeDialog,
  oneditcancel: closeDialog,
});

RED.nodes.registerType("player2mqtt-events", {
  category: "player2mqtt",
  color: "#a8d1c6",
  icon: "player2mqtt-events.svg",
  inputs: 0,
  outputs: 1,
  defaults: {
    name: { value: "" },
    bridge: { value: "", type: "player2mqtt-bridge", required: true },
    player: { value: "", validate: (value) => isPlayer(written(value).trim()) },
    outcomes: { value: true },
    availability: { value: true },
    log: { value: true },
  },
  paletteLabel: "player events",
  label() {
    return labelOf(this, "events", "player");
  },
  labelStyle: nameStyle,
  oneditprepare() {
    offerPlayers(this);
  },
  oneditsave: closeDialog,
  oneditcancel: closeDialog,
});
