import type { SimulatedPlayer } from "../../../simulator/zidoo/simulated-player.ts";

/** The expected states of entities; a pattern where the exact text cannot be foreseen. */
export type Expected = Map<string, string | RegExp>;

const unknown = "unknown";
/** Says nothing before something happened, then the moment or the kind of it. */
const sinceItHappened = /^(?!unavailable$)/;
const aMoment = /^\d{4}-\d\d-\d\dT/;

/** The states that Home Assistant should show of a player, derived from the player itself, not from our topics. */
export function expectedOf(id: string, player: SimulatedPlayer): Expected {
  const { groups } = player;
  const states: [string, string | RegExp][] = [
    ...(groups.has("video") ? videoStates(player) : []),
    // The maker counts the inputs and outputs among the music.
    ...(groups.has("music")
      ? [...audioStates(player), ...musicStates(player), ...soundStates(player), ...powerStates]
      : []),
    ...appStates(player),
    ...displayStates(player),
    ["number.sleep", unknown],
    ["binary_sensor.connectivity", "on"],
    ["button.refresh", sinceItHappened],
    ["event.command_outcome", sinceItHappened],
    ["sensor.last_outcome", sinceItHappened],
  ];
  return withOwner(id, states);
}

export function expectedAsleep(id: string, player: SimulatedPlayer): Expected {
  const away = unavailable(expectedOf(id, player))
    .set(`binary_sensor.${id}_connectivity`, "off")
    .set(`event.${id}_command_outcome`, sinceItHappened)
    .set(`sensor.${id}_last_outcome`, sinceItHappened);
  for (const event of ["watched", "played"])
    if (away.has(`event.${id}_${event}`)) away.set(`event.${id}_${event}`, sinceItHappened);
  // It is there to bring the player back.
  return player.groups.has("music") ? away.set(`switch.${id}_power`, "off") : away;
}

/** The same entities while nobody speaks for them. */
export function unavailable(expected: Expected): Expected {
  return new Map([...expected.keys()].map((entityId) => [entityId, "unavailable"]));
}

/** The states that Home Assistant should show of the bridge. */
export function expectedOfBridge(version: string, players: number, online: number): Expected {
  return withOwner("player2mqtt", [
    ["binary_sensor.connectivity", "on"],
    ["sensor.version", version],
    ["sensor.started", aMoment],
    ["sensor.players", String(players)],
    ["sensor.players_online", String(online)],
  ]);
}

function withOwner(owner: string, states: readonly (readonly [string, string | RegExp])[]): Expected {
  return new Map(states.map(([name, state]) => [name.replace(".", `.${owner}_`), state]));
}

function audioStates({ audio: { input, output } }: SimulatedPlayer): [string, string][] {
  return [
    ["select.input", input?.name ?? unknown],
    ["select.output", output?.name ?? unknown],
    ["sensor.output_format", text(output?.format.split("\n").join(", "))],
    ["sensor.output_sample_rate", kilohertz(output?.sampleRate)],
    ["binary_sensor.output_connected", output?.enabled === true ? "on" : "off"],
  ];
}

function videoStates({ video, playMode, zoom }: SimulatedPlayer): [string, string | RegExp][] {
  const film = video.current;
  const position = video.state === "playing" ? /^\d+$/ : String(Math.floor(video.positionMs / 1000));
  const played: readonly (readonly [string, string | RegExp | undefined])[] = [
    ["video_title", film?.title],
    ["video_position", film && position],
    ["video_duration", film && String(Math.round(film.durationMs / 1000))],
    ["video_resolution", film && `${film.width}x${film.height}`],
    ["audio_track", film && chosen(film.audioTracks, film.audioTrack)],
    ["subtitle", film && (film.subtitle === 0 ? "" : chosen(film.subtitles, film.subtitle - 1))],
    ["video_frame_rate", film && String(Math.round(film.fps * 1000) / 1000)],
    ["video_codec", film?.codec],
    ["display_output", film?.output],
    ["play_mode", film && playMode.information],
    ["zoom", film && zoom.information],
  ];
  const buttons = ["video_play", "video_pause", "video_stop", "video_next", "video_previous"];
  return [
    ...[...buttons, "chapter_next", "chapter_previous"].map(pressed),
    ["number.video_seek", sinceItHappened],
    ["event.watched", sinceItHappened],
    ["sensor.dynamic_range", film === undefined ? unknown : film.output.endsWith("SDR") ? "sdr" : "hdr10"],
    ["sensor.video_state", video.state === "stopped" ? "idle" : video.state],
    ...played.map(([name, state]): [string, string | RegExp] => [
      `sensor.${name}`,
      state instanceof RegExp ? state : text(state),
    ]),
    ["select.audio_track_choice", option(film?.audioTracks[film.audioTrack])],
    ["select.subtitle_choice", option(film && ["off", ...film.subtitles][film.subtitle])],
    ["select.zoom_choice", film ? option(zoom.information) : unknown],
    ["select.play_mode_choice", film ? option(playMode.information) : unknown],
    ["image.video_picture", film?.library === undefined ? "unavailable" : aMoment],
    ["image.video_backdrop", film?.library === undefined ? "unavailable" : aMoment],
    ["sensor.playlist_current", text(video.entries[video.index]?.title)],
    ["sensor.playlist_size", String(video.entries.length)],
  ];
}

function musicStates({ music }: SimulatedPlayer): [string, string][] {
  return [
    ["sensor.track_title", text(music.current?.title)],
    ["sensor.track_artist", text(music.current?.artist)],
    ["sensor.track_album", text(music.current?.album)],
    ["sensor.queue_total", String(music.entries.length)],
  ];
}

/** The states of sound: of the internal player alone, since no other source plays here. */
function soundStates({ music, volume, isMuted, told }: SimulatedPlayer): [string, string | RegExp][] {
  const track = music.state === "stopped" ? undefined : music.current;
  const seconds = music.state === "playing" ? /^\d+$/ : String(Math.floor(music.positionMs / 1000));
  const position = track === undefined ? unknown : seconds;
  const percent = volume && Math.round(((volume.level - volume.min) / (volume.max - volume.min)) * 100);
  return [
    ["sensor.music_state", music.state === "stopped" ? "idle" : music.state],
    ["sensor.music_source", "internal"],
    ["sensor.audio_format", track === undefined ? "unknown" : /^[A-Z]\w* [\d.]+ kHz \d+ bit$/],
    ["sensor.music_position", position],
    ["sensor.music_duration", text(track && String(Math.round(track.durationMs / 1000)))],
    ["number.music_seek", sinceItHappened],
    ...["sound_processing", "sound_output"].map((name): [string, RegExp] => [
      `sensor.${name}`,
      sinceItHappened,
    ]),
    ["binary_sensor.bit_perfect", sinceItHappened],
    ["event.played", sinceItHappened],
    ["select.music_mode", ["list", "single", "shuffle"][told.loopModel] ?? unknown],
    ["image.music_picture", track === undefined ? "unavailable" : aMoment],
    ...["music_play", "music_pause", "music_next", "music_previous"].map(pressed),
    ...(percent === undefined
      ? []
      : [
          ["number.volume", String(percent)] satisfies [string, string],
          ["switch.mute", isMuted ? "on" : "off"] satisfies [string, string],
        ]),
  ];
}

function appStates({ apps }: SimulatedPlayer): [string, RegExp][] {
  return apps === undefined ? [] : [["select.app", sinceItHappened]];
}

function displayStates({ display }: SimulatedPlayer): [string, string | RegExp][] {
  if (display === undefined) return [];
  const { screen, knob, colors, meters, spectrum, sides } = display;
  const shown = sides.vuDisplayMode > 0 ? "meters" : sides.spDisplayMode > 0 ? "spectrum" : "off";
  return [
    ["select.display_show", shown],
    ["number.screen_brightness", String(screen.level)],
    ["number.knob_brightness", String(knob.level)],
    ["select.knob_color", option(colors.titles[colors.current])],
    ["select.meter_style", option(meters.titles[meters.current])],
    ["select.spectrum_style", option(spectrum.titles[spectrum.current])],
    ...["dac_filter", "upsampling", "master_clock"].map((name): [string, RegExp] => [
      `select.${name}`,
      sinceItHappened,
    ]),
    ["switch.cd_autoplay", "off"],
    ...["show_meters", "show_spectrum"].map(pressed),
  ];
}

/** It answers, so it is on. */
const powerStates: readonly [string, string | RegExp][] = [
  ["switch.power", "on"],
  ["binary_sensor.waking", unknown],
  ...["standby", "reboot", "screen_on", "screen_off"].map(pressed),
];

function pressed(button: string): [string, RegExp] {
  return [`button.${button}`, sinceItHappened];
}

function chosen(list: readonly string[], index: number): string {
  const one = list[index];
  return one === undefined ? "" : `${one} (${index + 1}/${list.length})`;
}

/** An option is on one line, without two blanks in a row; without a film there is none. */
function option(title: string | undefined): string {
  return title === undefined ? "unavailable" : title.replaceAll(/\s+/g, " ");
}

/** `192000 Hz` in kHz, with a decimal. */
function kilohertz(rate = ""): string {
  const hertz = Number.parseFloat(rate);
  return hertz > 0 ? (hertz / 1000).toFixed(1) : unknown;
}

/** Home Assistant has no empty states and cuts none: we do, with an ellipsis. */
function text(told: string | undefined): string {
  const characters = Array.from(told?.trim() ?? "");
  if (characters.length === 0) return unknown;
  return characters.length <= 255 ? characters.join("") : `${characters.slice(0, 254).join("")}…`;
}
