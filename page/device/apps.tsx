import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { DeviceView } from "../../src/extensions/page/wire.ts";
import { Failure, useCommand } from "../command.tsx";
import { t } from "../texts.ts";
import { Button, Panel } from "../controls.tsx";

/** Shorter lists are seen at once. */
const leastSearched = 9;

interface AppsProps {
  readonly playerId: string;
  readonly apps: DeviceView["apps"];
  readonly isReachable: boolean;
}

/** The apps of the player, each opened by a click. Players do not report which one is open. */
export function Apps({ playerId, apps, isReachable }: AppsProps): JSX.Element {
  const { send, pending, failure } = useCommand(playerId, "app");
  const [searchText, setSearchText] = useState("");
  const [opened, setOpened] = useState<string>();
  const wanted = searchText.trim().toLowerCase();
  const found = apps.filter(({ label }) => label.toLowerCase().includes(wanted));
  const open = async (app: DeviceView["apps"][number]): Promise<void> => {
    setOpened(undefined);
    if (await send(app.package)) setOpened(app.label);
  };
  return (
    <Panel look="device-panel" icon="menu" title={t("apps.title")}>
      {apps.length < leastSearched ? null : (
        <input
          type="search"
          aria-label={t("apps.find")}
          placeholder={t("apps.find")}
          value={searchText}
          onInput={({ currentTarget }) => setSearchText(currentTarget.value)}
        />
      )}
      <div class="options apps">
        {found.map((app) => (
          <Button
            key={app.package}
            look="is-large"
            title={app.package}
            isBusy={pending === app.package}
            isDisabled={!isReachable}
            onClick={() => void open(app)}
          >
            {app.label}
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
