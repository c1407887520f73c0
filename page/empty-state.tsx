import type { BridgeView } from "../src/extensions/page/wire.ts";
import { Icon } from "./icons.tsx";
import { t } from "./texts.ts";

export function EmptyState({ bridge }: { readonly bridge: BridgeView | undefined }) {
  const isLooking = bridge?.findsPlayers === true;
  return (
    <section class={`empty${isLooking ? " is-looking" : ""}`}>
      <span class="sleeve">
        <Icon name="search" />
      </span>
      {isLooking ? <Looking /> : bridge?.setUp === "needed" ? <Unconfigured /> : <Elsewhere />}
    </section>
  );
}

/** A bridge of a fleet whose players are all assigned to other bridges. */
function Elsewhere() {
  return (
    <>
      <h1>{t("empty.elsewhere")}</h1>
      <p>{t("empty.elsewhereMore")}</p>
    </>
  );
}

function Unconfigured() {
  return (
    <>
      <h1>{t("setup.welcome")}</h1>
      <p>{t("setup.intro")}</p>
      <a class="button is-main" href="#/setup">
        {t("setup.begin")}
      </a>
    </>
  );
}

function Looking() {
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
