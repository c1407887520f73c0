import { useState } from "preact/hooks";
import { CommandButton, Failure, useCommand } from "../command.tsx";
import { t } from "../texts.ts";
import type { PlayerProps } from "../player.ts";
import { choices, type Option } from "../values.ts";
import { Panel, SearchInput } from "../controls.tsx";

/** Shorter lists are seen at once. */
const leastSearched = 9;

/** The apps of the player, each opened by a click. Players do not report which one is open. */
export function Apps({ player }: PlayerProps) {
  const apps = choices(player, "app").options;
  const use = useCommand(player, "app");
  const [searchText, setSearchText] = useState("");
  const [opened, setOpened] = useState<string>();
  const wanted = searchText.trim().toLowerCase();
  const found = apps.filter(({ title }) => title.toLowerCase().includes(wanted));
  const open = async (app: Option): Promise<void> => {
    setOpened(undefined);
    if (await use.send(app.value)) setOpened(app.title);
  };
  return (
    <Panel look="device-panel" icon="menu" title={t("apps.title")}>
      {apps.length < leastSearched ? null : (
        <SearchInput label={t("apps.find")} value={searchText} onInput={setSearchText} />
      )}
      <div class="options apps">
        {found.map((app) => (
          <CommandButton
            key={app.value}
            use={use}
            request={app.value}
            look="is-large"
            title={app.value}
            onClick={() => void open(app)}
          >
            {app.title}
          </CommandButton>
        ))}
      </div>
      <p class="hint" role="status">
        {found.length === 0
          ? t("apps.none", { searchText: searchText.trim() })
          : opened === undefined
            ? ""
            : t("apps.opened", { name: opened })}
      </p>
      <Failure text={use.failure} />
    </Panel>
  );
}
