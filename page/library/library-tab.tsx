import { useEffect, useRef } from "preact/hooks";
import { useReachable } from "../bridge-context.ts";
import { can, type PlayerProps, searchedLists, supportOf } from "../player.ts";
import { playerLink } from "../route.ts";
import { SwitchOn } from "../switch-on.tsx";
import { t } from "../texts.ts";
import { LibraryList } from "./library-list.tsx";
import { kinds, type LibraryPlace, type Opened, parsePlaces, placesAddress, playControl } from "./places.ts";
import { useReplacing } from "./use-replacing.tsx";
import { Button, Form, Panel } from "../controls.tsx";

interface LibraryTabProps extends PlayerProps {
  /** The place in the library, as the address of the page has it. */
  readonly address: string;
}

/** The player's own library: its lists, what is in them, and a search. The address of the page names the place. */
export function LibraryTab({ player, address }: LibraryTabProps) {
  const { id, library } = player;
  const isReachable = useReachable(player);
  const [list, searchText, opened] = parsePlaces(address, library.lists);
  const replacing = useReplacing(player, address);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null) input.current.value = searchText;
  }, [list, searchText]);
  if (!library.isOn) {
    return (
      <Panel title={t("tab.library")}>
        <p class="hint">{t("library.about")}</p>
        <p class="hint">{t("library.off")}</p>
        <SwitchOn playerId={id} setting="library.enabled" />
      </Panel>
    );
  }
  const go = (...to: Parameters<typeof placesAddress>): void => {
    location.hash = `${playerLink(id, "library")}?${placesAddress(...to)}`;
  };
  const whole: Opened = {
    list,
    title: t(`library.${list}`),
    ...(searchText !== "" && { narrowed: ["search", searchText] as const }),
  };
  const place = opened.at(-1) ?? whole;
  const canPlay = can(player, playControl(place));
  return (
    <>
      <nav class="buttons library-lists" aria-label={t("library.lists")}>
        {library.lists.map((name) => (
          <Button key={name} look="is-large" aria-pressed={name === list} onClick={() => go(name)}>
            {t(`library.${name}`)}
          </Button>
        ))}
      </nav>
      {searchedLists(player).includes(list) ? (
        <Form
          key={list}
          class="library-search"
          role="search"
          onSubmit={() => go(list, input.current?.value.trim())}
        >
          <input
            ref={input}
            type="search"
            maxLength={200}
            aria-label={t("list.findIn", { list: t(`library.${list}`) })}
            placeholder={t("library.find")}
          />
          <Button type="submit" look="is-large">
            {t("library.search")}
          </Button>
        </Form>
      ) : null}
      {canPlay ? <p class="hint">{hintOf(place)}</p> : null}
      {supportOf(player, playControl(place)) === "off" ? (
        <>
          <p class="hint">{t("library.playOff")}</p>
          <SwitchOn playerId={id} setting="controls.experimental" />
        </>
      ) : null}
      {opened.length === 0 ? null : (
        <Button look="is-large" onClick={() => go(list, searchText, opened.slice(0, -1))} icon="back">
          {(opened.at(-2) ?? whole).title}
        </Button>
      )}
      <LibraryList
        key={JSON.stringify(place)}
        playerId={id}
        place={place}
        isOpened={opened.length > 0}
        canPlay={canPlay && isReachable}
        replacing={replacing}
        onOpen={(next) => go(list, searchText, [...opened, next])}
      />
      {replacing.notice}
    </>
  );
}

/** What a tap on an entry does. */
function hintOf({ list }: LibraryPlace): string {
  // A film leaves the queue alone; of services, their entries tell.
  if (kinds[list] === "film" || list === "services") return "";
  if (kinds[list] === "track") return t("library.follows");
  return t("library.replaces");
}
