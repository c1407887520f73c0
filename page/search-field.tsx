import type { ComponentChildren } from "preact";
import type { PlayerView } from "../src/extensions/page/wire.ts";
import { Button, Form, SearchInput } from "./controls.tsx";
import { isSearchable } from "./player.ts";
import { searchLink } from "./route.ts";
import { t } from "./texts.ts";

interface SearchFieldProps {
  readonly players: readonly PlayerView[];
  readonly value: string;
  readonly onInput: (text: string) => void;
  readonly children?: ComponentChildren;
}

/** Finds players while one types, and on Enter what is in their libraries, if any is read. */
export function SearchField({ players, value, onInput, children }: SearchFieldProps) {
  const isForLibraries = players.some(isSearchable);
  const label = t(isForLibraries ? "search.find" : "overview.find");
  const search = (): void => {
    if (isForLibraries && value.trim() !== "") location.hash = searchLink(value.trim());
  };
  return (
    <Form class="search" role="search" onSubmit={search}>
      <SearchInput label={label} maxLength={200} value={value} onInput={onInput} />
      {isForLibraries ? (
        <Button type="submit" look="is-large" icon="search" label={t("library.search")} />
      ) : null}
      {children}
    </Form>
  );
}
