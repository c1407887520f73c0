import type { SimulatedPlayer } from "./simulated-player.ts";
import { switchesBody } from "./sound.ts";
import type { Track } from "./track.ts";

const queueMadeAtMs = 1_786_958_000_000;

/** The answer of getState: no status, and the last track of the internal player even if another source plays. */
export function stateBody(player: SimulatedPlayer): object {
  return player.reportsSource ? wholeBody(player) : plainBody(player);
}

/** What a film player has been seen to tell of a local file. */
function plainBody({ music, told }: SimulatedPlayer): object {
  const track = music.entries[music.index];
  const { state, positionMs } = music;
  return {
    state: state === "stopped" ? 0 : state === "playing" ? 3 : 4,
    position: positionMs,
    duration: track?.durationMs ?? 0,
    trackIndex: -1,
    loopModel: told.loopModel,
    mqaMode: 0,
    currentOutput: track?.sampleRateHz ?? 0,
    ...(track !== undefined && {
      playingMusic: { ...playingMusic(track), fileSize: `${(track.sizeBytes / 2 ** 20).toFixed(2)} MB` },
    }),
  };
}

function wholeBody(player: SimulatedPlayer): object {
  const { music, externalSource, volume } = player;
  const track = music.entries[music.index];
  const isPlaying = externalSource?.isPlaying ?? music.state === "playing";
  const isPassThrough = externalSource?.isPassThrough === true;
  const isPermitted = !isPassThrough && (externalSource !== undefined || music.state !== "stopped");
  const isIdle = externalSource === undefined && music.state === "stopped";
  const playType = externalSource?.playType ?? 5;
  const sourceRate = externalSource === undefined ? track?.sampleRateHz : externalSource.sampleRateHz;
  const outputRate = player.sound?.outputRateHz ?? sourceRate ?? 0;
  const positionMs = isIdle ? 0 : music.positionMs;
  return {
    // For an input that it only passes through, the player reports the state of its own last track.
    state: isIdle ? 0 : isPlaying || isPassThrough ? 3 : 4,
    updateQueue: 0,
    position: positionMs,
    duration: isIdle ? 0 : (track?.durationMs ?? 0),
    bufferPosition: 0,
    trackIndex: -1,
    ...player.told,
    playQueueChangedTime: queueMadeAtMs + music.listRevision,
    hasPlayQueue: music.entries.length > 0,
    ...(track !== undefined && { playingMusic: playingMusic(track) }),
    playType,
    ...player.display?.sides,
    ...(player.sound !== undefined && switchesBody(player.sound)),
    currentOutput: outputRate,
    everSoloPlayInfo: {
      currentPosition: externalSource?.positionMs ?? positionMs,
      duration: externalSource?.durationMs ?? track?.durationMs ?? 0,
      icon: "",
      everSoloPlayAudioInfo: audioInfo(player),
      ...(player.sound !== undefined && {
        everSoloPlayOutputInfo: {
          outPutBits: isIdle ? 0 : (track?.bits ?? 0),
          outPutDecodec: "PCM",
          outPutSampleRate: outputRate,
        },
      }),
      playStatus: isIdle || isPassThrough ? 0 : isPlaying ? 1 : 2,
      playType,
      playTypeSubtitle: externalSource?.service ?? "LOCAL",
      isCanChangePlayStatus: isPermitted,
      isCanNextPlay: isPermitted,
      isCanLastPlay: isPermitted,
      isCanSeek: isPermitted && externalSource === undefined,
    },
    ...(volume !== undefined && { volumeData: volumeBody(player, volume), deviceInfo: deviceBody(player) }),
  };
}

/** The volume, with the tags of output and input. The players spell two of these fields like this. */
function volumeBody(
  { audio, isMuted, volumeRestriction, sacdArea }: SimulatedPlayer,
  { min, max, level }: NonNullable<SimulatedPlayer["volume"]>,
): object {
  return {
    maxVolume: max,
    minVolume: min,
    currenttVolume: level,
    display: `${((level - max) / 2).toFixed(1)} dB`,
    isMute: isMuted,
    ...(audio.output !== undefined && { volumeTag: audio.output.tag }),
    ...(audio.input !== undefined && { intputTag: `${audio.input.tag}-${audio.input.tag}` }),
    isLock: volumeRestriction === "lock",
    sacdArea,
    isVolumeEnable: volumeRestriction !== "disabled",
  };
}

function deviceBody({ identity: { name, model, mac, firmware }, sacdArea }: SimulatedPlayer): object {
  return { sacdArea, version: firmware, deviceName: name, model, net_mac: mac, language: "en" };
}

function playingMusic(track: Track): object {
  return {
    id: track.id,
    type: track.uri.startsWith("https:") ? 3 : 1,
    title: track.title,
    artist: track.artist,
    album: track.album,
    extension: track.extension,
    ...(track.uri.startsWith("https:") && { streamUrl: track.uri }),
    channels: 2,
    sampleRate: `${track.sampleRateHz / 1000} kHz`,
    sampleRateNumber: String(track.sampleRateHz),
    bitrate: `${(track.bitsPerSecond / 1_000_000).toFixed(2)} Mbps`,
    bits: String(track.bits),
  };
}

function audioInfo({ externalSource }: SimulatedPlayer): object {
  // The players write 0 for what they do not know.
  const unknown = { audioBitrate: 0, audioBitsPerSample: 0, audioChannels: 0, audioSampleRate: 0 };
  if (externalSource === undefined) return unknown;
  const { title, artist, album, picture, sampleRateHz = 44_100, codec } = externalSource;
  return {
    ...unknown,
    songName: title,
    artistName: artist,
    albumName: album,
    albumUrl: picture,
    audioSampleRate: sampleRateHz,
    ...(codec !== undefined && { audioDecodec: codec }),
  };
}
