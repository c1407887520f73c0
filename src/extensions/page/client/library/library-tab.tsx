import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { PlayerView } from "../../wire.ts";
import { Draw } from "../drawings.tsx";
import { can } from "../player.ts";
import { t } from "../texts.ts";
import { LibraryList } from "./library-list.tsx";
import type { LibraryPlace, Opened } from "./use-library.ts";

interface LibraryTabProps {
  readonly player: PlayerView;
  readonly isLive: boolean;
}

/** The lists that a text can be searched for in. */
const searched: ReadonlySet<LibraryPlace["list"]> = new Set(["albums", "artists", "tracks", "films"]);

/** The player's own library: its lists, what is in them, and a search. */
export function LibraryTab({ player, isLive }: LibraryTabProps): JSX.Element {
  const { id, library, presence } = player;
  const [list, setList] = useState(library.lists[0] ?? "albums");
  const [opened, setOpened] = useState<readonly Opened[]>([]);
  const [sought, setSought] = useState("");
  const input = useRef<HTMLInputElement>(null);
  if (!library.isOn) return <p class="nothing">{t("library.off")}</p>;
  const canPlay = can(player, "library/play");
  const choose = (name: LibraryPlace["list"]): void => {
    setList(name);
    setOpened([]);
    setSought("");
  };
  const search = (event: SubmitEvent): void => {
    event.preventDefault();
    setSought(input.current?.value.trim() ?? "");
    setOpened([]);
  };
  const whole: Opened = {
    list,
    title: t(`library.${list}`),
    ...(sought !== "" && { narrowed: ["search", sought] as const }),
  };
  const place = opened.at(-1) ?? whole;
  return (
    <>
      <nav class="buttons library-lists" aria-label={t("library.lists")}>
        {library.lists.map((name) => (
          <button
            key={name}
            type="button"
            class="button is-large"
            aria-pressed={name === list}
            onClick={() => choose(name)}
          >
            {t(`library.${name}`)}
          </button>
        ))}
      </nav>
      {searched.has(list) ? (
        <form key={list} class="library-search" role="search" onSubmit={search}>
          <input
            ref={input}
            type="search"
            maxLength={200}
            aria-label={t("list.findIn", { list: t(`library.${list}`) })}
            placeholder={t("library.find")}
          />
          <button type="submit" class="button is-large">
            {t("library.search")}
          </button>
        </form>
      ) : null}
      {canPlay ? <p class="hint">{t("library.replaces")}</p> : null}
      {opened.length === 0 ? null : (
        <button type="button" class="button is-large" onClick={() => setOpened(opened.slice(0, -1))}>
          <Draw name="back" />
          {(opened.at(-2) ?? whole).title}
        </button>
      )}
      <LibraryList
        key={JSON.stringify(place)}
        playerId={id}
        place={place}
        isOpened={opened.length > 0}
        canPlay={canPlay && isLive && presence.availability === "online"}
        onOpen={(next) => setOpened([...opened, next])}
      />
    </>
  );
}
