import { useState } from "preact/hooks";
import { Icon } from "./icons.tsx";
import { t } from "./texts.ts";
import { chooseTheme, storedTheme, themes } from "./theme.ts";
import type { BridgeView } from "../src/extensions/page/wire.ts";
import { useBridge } from "./bridge-context.ts";
import { useBriefly } from "./hooks.ts";
import { forgetState } from "./kept-state.ts";
import { translate } from "./phrases.ts";
import { messageOf } from "./requests.ts";
import type { PageState } from "./state.ts";
import { Banner, Button } from "./controls.tsx";

const failureMs = 10_000;

export function Header({ state }: { readonly state: PageState }) {
  const { bridge, check, canSignOut } = state;
  const { ask, canSetUp } = useBridge();
  const [failure, setFailure] = useBriefly<string>(failureMs);
  const signOut = async (): Promise<void> => {
    forgetState();
    try {
      await ask("POST", "page/sign-out", {});
      window.location.reload();
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  return (
    <>
      <header class="top">
        <a class="brand" href="#/">
          <img src="page/files/icon.svg" alt="" width="28" height="28" />
          <span>player2mqtt</span>
          {bridge === undefined ? null : <small>{bridge.version}</small>}
        </a>
        {bridge === undefined ? null : <BrokerState {...bridge.broker} />}
        <nav>
          {canSetUp ? (
            <a class="button" href="#/setup">
              <Icon name="gear" />
              <span>{t("header.setup")}</span>
            </a>
          ) : null}
          {check === null ? null : (
            <a class="button" href="#/check">
              <Icon name="stethoscope" />
              <span>{t("header.check")}</span>
            </a>
          )}
          {canSignOut ? (
            <Button onClick={() => void signOut()} icon="leave">
              <span>{t("header.signOut")}</span>
            </Button>
          ) : null}
          <ThemeSwitch />
        </nav>
      </header>
      <Banners {...state} failure={failure} />
    </>
  );
}

function BrokerState({ isConnected }: Pick<BridgeView["broker"], "isConnected">) {
  const { isLive } = useBridge();
  const connected = isLive ? t("broker.connected") : t("broker.wasConnected");
  return (
    <p class={`broker ${!isLive ? "" : isConnected ? "is-online" : "is-offline"}`}>
      <i class="dot" />
      <b>{isConnected ? connected : t("broker.none")}</b>
    </p>
  );
}

function Banners({ link, bridge, failure }: PageState & { readonly failure: string | undefined }) {
  const broker = bridge?.broker;
  return (
    <div class="banners" aria-live="polite">
      {link === "lost" ? (
        <Banner isBad icon="gone">
          <b>{t("banner.bridgeLost")}</b>{" "}
          {t(bridge === undefined ? "banner.bridgeAway" : "banner.bridgeLostMore")}
        </Banner>
      ) : failure === undefined ? null : (
        <Banner isBad>
          <b>{failure}</b>
        </Banner>
      )}
      {broker === undefined || broker.isConnected || broker.reason === undefined ? null : (
        <Banner isBad>
          <b>{t("banner.brokerLost")}</b> {t("banner.brokerLostMore", { reason: translate(broker.reason) })}
        </Banner>
      )}
      {bridge?.notes.map((note) => (
        <Banner key={note.text}>{translate(note)}</Banner>
      ))}
    </div>
  );
}

/** A menu behind an icon: light, dark, or as the system. */
function ThemeSwitch() {
  const [theme, setTheme] = useState(storedTheme);
  return (
    <span class="button is-icon theme" title={t("theme.label")}>
      <Icon name={theme} />
      <select
        aria-label={t("theme.label")}
        value={theme}
        onChange={({ currentTarget }) => {
          const chosen = themes[currentTarget.selectedIndex] ?? "system";
          chooseTheme(chosen);
          setTheme(chosen);
        }}
      >
        {themes.map((one) => (
          <option key={one} value={one}>
            {t(`theme.${one}`)}
          </option>
        ))}
      </select>
    </span>
  );
}
