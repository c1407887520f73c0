import type { ComponentChildren } from "preact";
import type { PlayerView } from "../../src/extensions/page/wire.ts";
import { CommandButton, type CommandUse, Failure, useCommand } from "../command.tsx";
import type { IconName } from "../icons.tsx";
import { shortcuts } from "../shortcuts.ts";
import { t } from "../texts.ts";
import { allows, can, filmOf, musicOf } from "../player.ts";
import { list } from "../values.ts";

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

interface VideoTransportProps {
  readonly playerId: string;
  readonly isPlaying: boolean;
  readonly isSeekable?: boolean;
  readonly isSmall?: boolean;
}

export function VideoTransport({
  playerId,
  isPlaying,
  isSeekable = false,
  isSmall = false,
}: VideoTransportProps) {
  const use = useCommand(playerId, "video/playback");
  const wind = useCommand(playerId, "video/position");
  const word = isPlaying ? "pause" : "play";
  const button = (name: "previous" | "next" | "stop" | "previous-chapter" | "next-chapter") => (
    <SendButton use={use} request={name} label={t(`transport.video.${name}`)} icon={name} />
  );
  return (
    <>
      <div class="transport" role="group" aria-label={t("playing.video.unknown")}>
        {button("previous")}
        {isSeekable ? (
          <SendButton use={wind} request="-10" label={t("transport.back")} icon="rewind" />
        ) : null}
        <SendButton
          use={use}
          request={word}
          label={t(`transport.video.${word}`)}
          icon={word}
          isMain={!isSmall}
        />
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

interface MusicTransportProps {
  readonly player: PlayerView;
  readonly isPlaying: boolean;
  readonly isSmall?: boolean;
  readonly children?: ComponentChildren;
}

/** Plays, pauses, stops and skips the music, as far as the player allows it for this source. */
export function MusicTransport({ player, isPlaying, isSmall = false, children }: MusicTransportProps) {
  const use = useCommand(player.id, "music/playback");
  if (!(["play", "next", "previous"] as const).some((action) => allows(player, action))) return null;
  const hasStop = !isSmall && list(player, "music/actions").includes("stop");
  const word = isPlaying ? "pause" : "play";
  const skip = (name: "previous" | "next") =>
    !allows(player, name) ? null : (
      <SendButton use={use} request={name} label={t(`transport.music.${name}`)} icon={name} />
    );
  return (
    <>
      <div class="transport" role="group" aria-label={t("transport.music")}>
        {skip("previous")}
        {!allows(player, "play") ? null : (
          <SendButton
            use={use}
            request={word}
            label={t(`transport.music.${word}`)}
            icon={word}
            isMain={!isSmall}
          />
        )}
        {skip("next")}
        {hasStop ? (
          <SendButton use={use} request="stop" label={t("transport.music.stop")} icon="stop" />
        ) : null}
        {children}
      </div>
      <Failure text={use.failure} />
    </>
  );
}

/** The buttons for what plays: the film, else the music. */
export function Transport({ player }: { readonly player: PlayerView }) {
  const { id } = player;
  const [video, music] = [filmOf(player), musicOf(player)];
  if (video !== null && can(player, "video/playback"))
    return <VideoTransport playerId={id} isPlaying={video.state === "playing"} isSmall />;
  if (video !== null || music === null || !can(player, "music/playback")) return null;
  return <MusicTransport player={player} isPlaying={music.state === "playing"} isSmall />;
}
