import type { JSX } from "preact";
import type { PlayerView } from "../../wire.ts";
import { Facts } from "../now/output-facts.tsx";
import { t } from "../texts.ts";

/** Address, model and firmware of a player, and the details of what it plays. */
export function About({ player: { identity, video } }: { readonly player: PlayerView }): JSX.Element {
  const facts = [
    { label: t("about.address"), text: identity.address },
    { label: t("about.model"), text: identity.model ?? "" },
    { label: t("about.firmware"), text: identity.firmware ?? "" },
    ...(video?.details ?? []),
  ].filter(({ text }) => text !== "");
  return (
    <section class="panel">
      <h2>{t("about.title")}</h2>
      <Facts facts={facts} />
    </section>
  );
}
