import { useState } from "preact/hooks";
import { Failure, useCommand } from "../command.tsx";
import { t } from "../texts.ts";
import type { ReachableProps } from "../player.ts";
import { choices, type Option } from "../values.ts";
import { Button, Panel, SearchInput } from "../controls.tsx";

/** Shorter lists are seen at once. */
const leastSearched = 9;

/** The apps of the player, each opened by a click. Players do not report which one is open. */
export function Apps({ player, isReachable }: ReachableProps) {
  const apps = choices(player, "app").options;
  const { send, pending, failure } = useCommand(player.id, "app");
  const [searchText, setSearchText] = useState("");
  const [opened, setOpened] = useState<string>();
  const wanted = searchText.trim().toLowerCase();
  const found = apps.filter(({ title }) => title.toLowerCase().includes(wanted));
  const open = async (app: Option): Promise<void> => {
    setOpened(undefined);
    if (await send(app.value)) setOpened(app.title);
  };
  return (
    <Panel look="device-panel" icon="menu" title={t("apps.title")}>
      {apps.length < leastSearched ? null : (
        <SearchInput label={t("apps.find")} value={searchText} onInput={setSearchText} />
      )}
      <div class="options apps">
        {found.map((app) => (
          <Button
            key={app.value}
            look="is-large"
            title={app.value}
            isBusy={pending === app.value}
            isDisabled={!isReachable}
            onClick={() => void open(app)}
          >
            {app.title}
          </Button>
        ))}
      </div>
      <p class="hint" role="status">
        {found.length === 0
          ? t("apps.none", { searchText: searchText.trim() })
          : opened === undefined
            ? ""
            : t("apps.opened", { name: opened })}
      </p>
      <Failure text={failure} />
    </Panel>
  );
}
