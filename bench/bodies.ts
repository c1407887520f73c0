/* The answers of the players of a benchmark: every field of the specification, in realistic lengths. */

/** The polled operations, by the last part of their paths. */
export const operations = {
  audio: "MusicControl/v2/getInputAndOutputList",
  video: "VideoPlay/getPlayStatus",
  playlist: "VideoPlay/getPlaylist",
  queue: "MusicControl/v2/getPlayQueue",
} as const;

/** A polled resource. */
export type Resource = keyof typeof operations;

/** All polled resources. */
export const resources = Object.keys(operations) as Resource[];

/** The tags of the inputs that can be selected, in order. */
export const inputTags = ["XMOS", "BT", "EARC", "SPDIF"] as const;

/** The model of the player. */
export const modelBody = JSON.stringify({
  status: 200,
  model: "Bench",
  firmware: "v1.0.0",
  net_mac: "02:00:00:00:00:01",
});

/** The inputs and outputs, with the given input selected. */
export function audioBody(inputIndex: number): string {
  const icon = (name: string): string => `/SystemSettings/getItemSettingIcon?iconName=${name}.png`;
  return JSON.stringify({
    status: 200,
    inputData: inputTags.map((tag, index) => ({
      name: `Input ${tag}`,
      historyName: `Input ${tag}`,
      tag,
      isEdit: true,
      index,
      icon: icon(tag),
      selecticon: icon(`${tag}_select`),
    })),
    inputIndex,
    outputData: ["XLR", "RCA", "HDMI"].map((tag) => ({
      name: `Output ${tag}`,
      tag,
      enable: true,
      icon: icon(tag),
      selecticon: icon(`${tag}_select`),
    })),
    outputIndex: 0,
    outputInfo: { vidPid: "", name: "", format: "PCM 32bit\nDSD 256", sampleRate: "", isConnect: true },
  });
}

/** A film at a position; another variant has another title. */
export function videoBody(positionMs: number, take = 0): string {
  return JSON.stringify({
    status: 200,
    video: {
      status: 1,
      title: `A film that plays, take ${take}`,
      path: "/data/smb/10.0.0.7#Films/A film that plays (2020).mkv",
      currentPosition: positionMs,
      duration: 6_905_499,
      width: 3840,
      height: 2160,
      fps: 23.97599983215332,
      formt: "H.265",
      filesize: "20,76 GiB",
      bitrate: "25,0 Mb/s",
      output: "3840x2160P @ 60Hz YCbCr 4:2:2 12bit HDR10",
      subtitleInfo: "English SRT (1/5)",
      audioInfo: "English DTS (2/3)",
    },
    subtitle: { index: 1, information: "English SRT (1/5)" },
    audio: { index: 1, information: "English DTS (2/3)" },
    playMode: { index: 4, information: "All" },
    zoom: { index: 1, information: "Fit" },
    "3D": { index: -1, information: "", isMvc3D: false },
  });
}

/** A playlist of ten films; another variant has another current entry. */
export function playlistBody(take = 0): string {
  const playlist = Array.from({ length: 10 }, (_, index) => ({ title: `Film number ${index}.mkv`, index }));
  return JSON.stringify({ status: 200, size: playlist.length, currentIndex: take, playlist });
}

/** A queue of `size` entries of about 1.4 KB each, with the current one at `active`. */
export function queueBody(length: number, active: number): string {
  const entries = Array.from({ length }, (_, index) => trackText(index, index === active));
  return `{"id":41,"start":0,"count":-1,"total":${length},"array":[${entries.join(",")}]}`;
}

function trackText(index: number, active: boolean): string {
  const title = `A song with a name of some length, number ${index}`;
  const artist = `The artist number ${index % 97}`;
  const album = `An album of that artist, volume ${index % 331}`;
  return JSON.stringify({
    MQAReplayGain: "",
    album,
    albumArtist: artist,
    artistIds: `${index % 97}`,
    artist,
    date: "2020",
    extension: "flac",
    fileName: `${title}.flac`,
    pinyinAlbum: album.toLowerCase(),
    pinyinAlbumArtist: artist.toLowerCase(),
    pinyinArtist: artist.toLowerCase(),
    pinyinName: title.toLowerCase(),
    replayGainAlbum: "-6.20 dB",
    sources: "local",
    title,
    uri: `smb://10.0.0.7/music/${artist}/${album}/${title}.flac`,
    artistIdList: [`${index % 97}`],
    MQAUiState: 0,
    SampleRate: 96_000,
    addTime: -1,
    addedTime: 1_700_000_000_000 + index,
    albumId: index % 331,
    audioType: 0,
    bitrate: 2_304_000,
    bits: 24,
    categoryIndex: 0,
    channels: 2,
    channels_second: 0,
    deviceId: 0,
    diskNumber: 1,
    duration: 215_500 + index,
    endPosition: 215_500 + index,
    favorTime: -1,
    folderId: 0,
    genre: -1,
    genreId: -1,
    genreIndex: 0,
    hashcode: 100_000 + index,
    id: 1000 + index,
    infoId: 1000 + index,
    isCompleteScan: 1,
    isVa: 0,
    lastPlayTime: 1_700_000_000_000,
    listId: 1000 + index,
    modifiedTime: 1_700_000_000_000,
    mqaMode: 0,
    mqaOutSampleRate: 0,
    number: index % 12,
    playPoint: 0,
    playTimes: 0,
    randomCoverIndex: 3,
    sort: 0,
    startPosition: 0,
    state: 0,
    tag: 0,
    errorNum: 0,
    type: 1,
    androidId: 1000 + index,
    size: 51_234_567 + index,
    databaseId: 1000 + index,
    favoriteId: -1,
    cueindex: 0,
    exist: true,
    favor: false,
    isLocalCueSong: false,
    isLossless: true,
    isMQA: false,
    isShowQueue: true,
    analyzed: true,
    active,
  });
}
