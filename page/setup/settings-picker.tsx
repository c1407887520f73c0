import type { OwnSettingsView } from "../../src/extensions/page/set-up-views.ts";
import { stateText } from "../outcome-text.ts";
import { t } from "../texts.ts";
import { messageOf } from "../requests.ts";
import { useAction } from "./use-setup.ts";
import { Button } from "../controls.tsx";

type OwnSetting = OwnSettingsView["settings"][number];

interface SettingsPickerProps {
  readonly read: () => Promise<OwnSettingsView>;
  readonly tagsOf: (list: string) => readonly string[];
  readonly change: (list: string, text: string) => void;
}

const published = "publish.settings";
const confirmed = "publish.confirmedSettings";

/** The settings that a player has, to tick those to publish. What the player asks about has to be allowed besides. */
export function SettingsPicker({ read, tagsOf, change }: SettingsPickerProps) {
  const { isBusy, result, run } = useAction<readonly OwnSetting[] | string>();
  const show = (): Promise<unknown> =>
    run(() =>
      read().then(
        ({ settings }) => (settings.length === 0 ? t("setup.pickNone") : settings),
        (error: unknown) => messageOf(error),
      ),
    );
  const tick = (list: string, tag: string, isOn: boolean): void => {
    const others = tagsOf(list).filter((one) => one !== tag);
    change(list, (isOn ? [...others, tag] : others).join(", "));
    if (list === published && !isOn && tagsOf(confirmed).includes(tag)) tick(confirmed, tag, false);
  };
  const box = (list: string, tag: string, label: string) => (
    <label class="setup-check">
      <input
        type="checkbox"
        checked={tagsOf(list).includes(tag)}
        onChange={({ currentTarget }) => tick(list, tag, currentTarget.checked)}
      />
      {label}
    </label>
  );
  return (
    <>
      <Button isBusy={isBusy} isDisabled={isBusy} onClick={() => void show()}>
        {t("setup.pick")}
      </Button>
      {typeof result === "string" ? <p role="status">{result}</p> : null}
      {typeof result !== "object" ? null : (
        <ul class="setup-picks" aria-label={t("setup.ownSettings")}>
          {result.map((setting) => (
            <li key={setting.tag}>
              {box(published, setting.tag, labelOf(setting))}
              {setting.warning === undefined || !tagsOf(published).includes(setting.tag) ? null : (
                <>
                  <p class="hint">{t("setup.pickAsks", { question: setting.warning })}</p>
                  {box(confirmed, setting.tag, t("setup.pickAllow"))}
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

export function tagsIn(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((tag) => tag !== "" && tag !== "[]");
}

/** `Klang: Verstärkung – Middle`, as the player calls them. */
function labelOf(setting: OwnSetting): string {
  const { group, title } = setting;
  const value = stateText(setting.value);
  return `${group === "" ? "" : `${group}: `}${title}${value === "" ? "" : ` – ${value}`}`;
}
