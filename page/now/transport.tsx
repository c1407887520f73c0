import type { ComponentChildren } from "preact";
import type { PlayerView } from "../../src/extensions/page/wire.ts";
import { CommandButton, type CommandUse, Failure, useCommand } from "../command.tsx";
import type { IconName } from "../icons.tsx";
import { shortcuts } from "../shortcuts.ts";
import { t } from "../texts.ts";
import { allows, can, filmOf, musicOf } from "../player.ts";
import { list, text } from "../values.ts";

type VideoWord = "play" | "pause" | "previous" | "next" | "stop" | "previous-chapter" | "next-chapter";

interface SendButtonProps {
  readonly use: CommandUse;
  readonly request: string;
  readonly label: string;
  readonly icon: IconName;
  readonly isMain?: boolean;
}

function SendButton({ isMain = false, ...rest }: SendButtonProps) {
  const look = `is-icon${isMain ? " is-main is-round" : ""}`;
  return <CommandButton {...rest} look={look} aria-keyshortcuts={shortcuts[rest.icon]} />;
}

interface TransportProps {
  readonly player: PlayerView;
  readonly isSmall?: boolean;
}

interface VideoTransportProps extends TransportProps {
  readonly isSeekable?: boolean;
}

export function VideoTransport({ player, isSeekable = false, isSmall = false }: VideoTransportProps) {
  const use = useCommand(player, "video/playback");
  const wind = useCommand(player, "video/position");
  if (!can(player, "video/playback")) return null;
  const word = text(player, "video/state") === "playing" ? "pause" : "play";
  const button = (name: VideoWord, isMain = false) => (
    <SendButton use={use} request={name} label={t(`transport.video.${name}`)} icon={name} isMain={isMain} />
  );
  return (
    <>
      <div class="transport" role="group" aria-label={t("playing.video.unknown")}>
        {button("previous")}
        {isSeekable ? (
          <SendButton use={wind} request="-10" label={t("transport.back")} icon="rewind" />
        ) : null}
        {button(word, !isSmall)}
        {isSeekable ? <SendButton use={wind} request="+30" label={t("transport.on")} icon="forward" /> : null}
        {button("next")}
        {isSmall ? null : (
          <span class="transport-more">
            {button("previous-chapter")}
            {button("stop")}
            {button("next-chapter")}
          </span>
        )}
      </div>
      <Failure text={use.failure ?? wind.failure} />
    </>
  );
}

interface MusicTransportProps extends TransportProps {
  readonly children?: ComponentChildren;
}

/** Plays, pauses, stops and skips the music, as far as the player allows it for this source. */
export function MusicTransport({ player, isSmall = false, children }: MusicTransportProps) {
  const use = useCommand(player, "music/playback");
  const shown = (["previous", "play", "next"] as const).filter((action) => allows(player, action));
  if (shown.length === 0 || !can(player, "music/playback")) return null;
  const hasStop = !isSmall && list(player, "music/actions").includes("stop");
  const word = text(player, "music/state") === "playing" ? "pause" : "play";
  const button = (name: "previous" | "play" | "pause" | "next" | "stop", isMain = false) => (
    // The focus stays where play becomes pause.
    <SendButton
      key={name === "pause" ? "play" : name}
      use={use}
      request={name}
      label={t(`transport.music.${name}`)}
      icon={name}
      isMain={isMain}
    />
  );
  return (
    <>
      <div class="transport" role="group" aria-label={t("transport.music")}>
        {shown.map((action) => (action === "play" ? button(word, !isSmall) : button(action)))}
        {hasStop ? button("stop") : null}
        {children}
      </div>
      <Failure text={use.failure} />
    </>
  );
}

/** The buttons for what plays: the film, else the music. */
export function Transport({ player }: { readonly player: PlayerView }) {
  if (filmOf(player) !== null) return <VideoTransport player={player} isSmall />;
  return musicOf(player) === null ? null : <MusicTransport player={player} isSmall />;
}
