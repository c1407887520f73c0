import type { PlayerConfig } from "../../../config/players.ts";
import { DeviceError } from "../../../core/errors.ts";
import { type PlayerSetting, settingText } from "../../../core/resources/settings.ts";
import type { Family, PlayerOptions } from "../../../families/family.ts";
import { listed, type Phrase, translatable } from "../../../lib/phrase.ts";
import { type Finding, note, ofAny, warning } from "../finding.ts";

/** Reads all settings of a player that may be published; undefined if it has none, or does not tell. */
export async function readOwnSettings(
  family: Family,
  options: PlayerOptions,
  signal: AbortSignal,
): Promise<readonly PlayerSetting[] | undefined> {
  if (!family.settings.includes("publish.settings")) return undefined;
  await using device = family.open({ ...options, settingTags: "all" });
  try {
    const answer = await device.read("settings", signal);
    const isRead = answer.kind === "reading" && answer.reading.resource === "settings";
    return isRead ? answer.reading.value : undefined;
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    return undefined;
  }
}

/** Lists the settings that a player has, for `publish.settings`, and the tags in there that it does not have. */
export function* listOwnSettings(
  { publish }: Pick<PlayerConfig, "publish">,
  settings: readonly PlayerSetting[] | undefined,
): Generator<Finding, void> {
  if (settings === undefined || settings.length === 0) return;
  yield note(
    "settings",
    translatable("settings.listed", "settings for publish.settings: {settings}", {
      settings: listed(settings.map(describe)),
    }),
  );
  const known = new Set(settings.map(({ tag }) => tag));
  const lacking = publish.settings.filter((tag) => !known.has(tag));
  yield* ofAny(lacking, (tags) =>
    warning(
      "settings",
      translatable("settings.lacking", "publish.settings has tags that the player does not have: {tags}", {
        tags,
      }),
      translatable("advice.setting-tags", "take the tags from the list of its settings"),
    ),
  );
}

function describe(setting: PlayerSetting): Phrase {
  const { tag, title, warning: question } = setting;
  const own = (setting.kind === "range" && setting.text) || settingText(setting) || "?";
  const values = { tag, title, value: own };
  return question === undefined
    ? translatable("settings.entry", "{tag} ({title}) = {value}", values)
    : translatable("settings.asked", "{tag} ({title}) = {value}, for publish.confirmedSettings, too", values);
}
