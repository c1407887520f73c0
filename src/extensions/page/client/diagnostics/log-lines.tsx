import type { JSX } from "preact";
import type { LogLineView } from "../../response-views.ts";
import { momentText } from "../format.ts";
import { useNow } from "../hooks.ts";
import { t } from "../texts.ts";

/** The last lines of the bridge's log about the player, the newest first, as they are written: in English. */
export function LogLines({ lines }: { readonly lines: readonly LogLineView[] }): JSX.Element {
  const now = useNow(60_000);
  return (
    <section class="panel">
      <h2>{t("log.title")}</h2>
      {lines.length === 0 ? (
        <p class="nothing">{t("log.none")}</p>
      ) : (
        <ol class="log-lines" tabIndex={0} aria-label={t("log.title")}>
          {lines.map(({ time, level, message, details }, place) => (
            <li key={lines.length - place} class={`is-${level}`}>
              <time dateTime={time}>{momentText(Date.parse(time), now, true)}</time>
              <b>{level}</b>
              <span lang="en">
                {message}
                {details === "" ? null : <small>{details}</small>}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
