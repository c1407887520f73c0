import { useState } from "preact/hooks";
import type {
  ConfigurationEdit,
  ConfigurationResult,
  ConfigurationView,
} from "../src/extensions/page/set-up-views.ts";
import { useBridge } from "./bridge-context.ts";
import { Failure } from "./command.tsx";
import { type Ask, messageOf } from "./requests.ts";
import { t } from "./texts.ts";
import { Button } from "./controls.tsx";

/** The switch of what is off, for beside what it does. Where the page cannot write the setting, its name. */
export function SwitchOn({ playerId, setting }: { readonly playerId: string; readonly setting: string }) {
  const { ask, canSetUp } = useBridge();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (!canSetUp) return <p class="hint">{t("off.where", { setting })}</p>;
  const press = async (): Promise<void> => {
    setBusy(true);
    setFailure(await switchOn(ask, playerId, setting));
    setBusy(false);
  };
  return (
    <>
      <Button look="is-large" isBusy={isBusy} onClick={() => void press()} icon="power">
        {t("off.switch")}
      </Button>
      <Failure text={failure} />
    </>
  );
}

/** Switches a setting on in the configuration file, for this player alone if it is listed there; says why it stays off. */
async function switchOn(ask: Ask, playerId: string, setting: string): Promise<string | undefined> {
  const address = "api/v1/configuration";
  try {
    const { players, file } = await ask<ConfigurationView>("GET", address);
    const isListed = players.some(({ id, isFixed }) => id === playerId && !isFixed);
    const edit: ConfigurationEdit = isListed
      ? { kind: "change-player", id: playerId, values: { [setting]: true } }
      : { kind: "set", name: setting, value: true };
    const change = { revision: file.revision, edits: [edit] };
    const { kind, problems, instructions = "" } = await ask<ConfigurationResult>("PATCH", address, change);
    return kind === "saved" ? undefined : [...problems, instructions].join("\n").trim();
  } catch (error) {
    return messageOf(error);
  }
}
