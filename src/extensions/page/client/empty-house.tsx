import type { JSX } from "preact";
import { Draw } from "./drawings.tsx";
import { t } from "./texts.ts";

/** Explains why there are no players, and what to do. */
export function EmptyHouse({ isLooking }: { readonly isLooking: boolean }): JSX.Element {
  return (
    <section class={`empty${isLooking ? " is-looking" : ""}`}>
      <span class="sleeve">
        <Draw name="search" />
      </span>
      {isLooking ? <Looking /> : <Elsewhere />}
    </section>
  );
}

/** A bridge of a fleet whose players are all assigned to other bridges. */
function Elsewhere(): JSX.Element {
  return (
    <>
      <h1>{t("empty.elsewhere")}</h1>
      <p>{t("empty.elsewhereMore")}</p>
    </>
  );
}

function Looking(): JSX.Element {
  return (
    <>
      <h1>{t("empty.looking")}</h1>
      <p>{t("empty.lookingMore")}</p>
      <p>{t("empty.hidden")}</p>
      <pre>player2mqtt discover</pre>
      <p>{t("empty.address")}</p>
      <pre>PLAYER_URL=192.168.1.20</pre>
    </>
  );
}
