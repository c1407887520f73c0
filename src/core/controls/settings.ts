import { type PlayerSetting, toldText } from "../resources/settings.ts";
import { parseAmount, targetLevel } from "./amount.ts";
import { findOption, none, unknownOption } from "./choose.ts";
import { defineControl, failed, malformed, quote, rejected, unchanged, unknown } from "./control.ts";
import { act, type Decision } from "./effect.ts";
import type { KnownPlayer } from "./known-player.ts";
import { cutText } from "../../lib/cut-text.ts";
import { translatable } from "../../lib/phrase.ts";

const longestWarning = 300;
/** Each read-back takes one request for each page of the tree. */
const pollEveryMs = 1000;

/** Sets one of the allowed settings by the address that the player's settings tree gives for it, or as its owner has declared. */
export const settingsControl = defineControl({
  title: "Setting",
  names: { de: "Einstellung", fr: "Réglage", zh: "设置" },
  about:
    "`on`, `off` or `toggle`; the index or the title of an option; a number (`=-3` for one below zero), or a step such as `+1`. The outcome has the command `settings` and the request `<tag> <value>`; `settings/set` takes that, too",
  expected: "the tag of a setting and its value, such as gain High",
  resource: ["settings", "declared"],
  operations: ["setSetting", "setDeclared"],
  fresh: (known, { tag }) => [sourceOf(known, tag)],
  enabledBy: "publish.settings",
  read: readRequest,
  // Two requests may mean two settings, so neither replaces the other.
  isStep: () => true,
  decide: ({ tag, value }, known) => {
    const { player, resources, config } = known;
    const source = sourceOf(known, tag);
    if (player[source] === undefined && resources[source].support !== "unsupported")
      return failed(translatable("unreported.settings", "the player has not reported its settings"));
    const setting = player[source]?.find((one) => one.tag === tag);
    if (setting === undefined) {
      const settings = [...(player.settings ?? []), ...(player.declared ?? [])];
      const tags = settings.map((one) => one.tag).join(", ");
      return rejected(
        translatable("setting.unknown", "unknown setting: there is no {tag}, the player has {tags}", {
          tag: quote(tag),
          tags: tags || none,
        }),
      );
    }
    const isConfirmed = config.confirmedSettings.includes(tag);
    return decideValue(isConfirmed ? { ...setting, warning: undefined } : setting, value);
  },
});

function sourceOf({ config }: Pick<KnownPlayer, "config">, tag: string): "settings" | "declared" {
  return config.declaredTags.includes(tag) ? "declared" : "settings";
}

interface SettingRequest {
  readonly tag: string;
  readonly value: string;
}

function readRequest(request: string): SettingRequest | undefined {
  const end = request.search(/\s/);
  return end < 0 ? undefined : { tag: request.slice(0, end), value: request.slice(end).trim() };
}

function decideValue(setting: PlayerSetting, request: string): Decision {
  switch (setting.kind) {
    case "switch": {
      const word = request.toLowerCase();
      if (!["on", "off", "toggle"].includes(word)) return rejected(malformed("on, off or toggle"));
      if (word === "toggle" && setting.isOn === undefined) return unreported(setting);
      const isOn = word === "toggle" ? setting.isOn === false : word === "on";
      return setTo(setting, Number(isOn), isOn ? "on" : "off");
    }
    case "list": {
      const found = findOption(setting.options, request);
      if (found === undefined) return unknownOption(setting.tag, request, setting.options);
      return setTo(setting, found.index, found.title);
    }
    case "range": {
      const amount = parseAmount(request);
      if (amount === undefined) return rejected(malformed("a number, or a step such as +10"));
      const level = targetLevel(amount, setting, unreported(setting));
      return typeof level === "number" ? setTo(setting, level, String(level)) : level;
    }
    case "fact":
      return rejected(translatable("setting.read-only", "{tag} can only be read", { tag: setting.tag }));
  }
}

function unreported({ tag }: PlayerSetting): Decision {
  return failed(translatable("unreported.setting", "the player has not reported {tag}", { tag }));
}

function setTo(setting: PlayerSetting, value: number, text: string): Decision {
  if (toldText(setting) === text) return unchanged;
  const { tag, handle, warning, isDeclared } = setting;
  // Switching off what the player asks about needs no answer.
  if (warning !== undefined && text !== "off") {
    return rejected(
      translatable(
        "setting.warned",
        "the player asks before it sets {tag}: {warning} To allow it, add the tag to publish.confirmedSettings",
        { tag, warning: `"${cutText(warning, longestWarning)}"` },
      ),
    );
  }
  const [operation, proof] =
    isDeclared === true ? (["setDeclared", "declared"] as const) : (["setSetting", "settings"] as const);
  const later = ({ player }: Pick<KnownPlayer, "player">): PlayerSetting | undefined =>
    player[proof]?.find((one) => one.tag === tag);
  return act(
    { operation, handle, value },
    {
      proof,
      pollEveryMs,
      isShown: (known) => {
        const shown = later(known);
        return shown !== undefined && toldText(shown) === text;
      },
      shown: (known) => {
        const shown = later(known);
        return translatable("shown.option", "{name} {value}", {
          name: tag,
          value: (shown && toldText(shown)) || (shown?.problem ?? unknown),
        });
      },
    },
  );
}
