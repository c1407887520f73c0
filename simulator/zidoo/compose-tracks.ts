import type { Track } from "./track.ts";

const artists = [
  "Nadia Quill",
  "The Copper Hours",
  "Orla Venn Trio",
  "Kestrel & Moth",
  "Björn Åland Ensemble",
];
const albums = ["Slow Harbour", "Seven Lamps", "Paper Weather", "Northbound Slowly"];
const openings = ["Amber", "Hollow", "Second", "Distant", "Quiet", "Winter", "Velvet"];
const nouns = ["Ferry", "Orchard", "Signal", "Staircase", "Almanac", "Meridian", "Kettle", "Lantern", "Tide"];
const tracksPerAlbum = 9;
const firstAddedAtMs = 1_700_000_000_000;
const firstHashcode = 9_007_199_254_740_993n;

function pick(words: readonly string[], index: number): string {
  return words[index % words.length] ?? "";
}

/** Makes a queue of invented tracks of two to four minutes; the same size always gives the same queue. */
export function composeTracks(size: number): Track[] {
  return Array.from({ length: size }, (_, index) => composeTrack(index));
}

function composeTrack(index: number): Track {
  const album = Math.floor(index / tracksPerAlbum);
  const title = `${pick(openings, index)} ${pick(nouns, index)}`;
  const isStreamed = index % 3 === 2;
  const isHighResolution = album % 2 === 1;
  const sampleRateHz = isHighResolution ? 96_000 : 44_100;
  const bits = isHighResolution ? 24 : 16;
  const bitsPerSecond = sampleRateHz * bits * 2;
  const durationMs = 120_000 + ((index * 37_123) % 120_000);
  return {
    id: isStreamed ? -100_000 - index : 50_000 + index,
    title,
    artist: pick(artists, album),
    album: pick(albums, album),
    albumId: 700 + album,
    number: (index % tracksPerAlbum) + 1,
    extension: "flac",
    uri: isStreamed
      ? `https://stream.example.net/v1/tracks/${index}.flac?expires=1893456000&sig=simulated%2B${index}%3D`
      : `/storage/music/${pick(artists, album)}/${pick(albums, album)}/${title}.flac`,
    durationMs,
    sampleRateHz,
    bits,
    bitsPerSecond,
    sizeBytes: Math.round((durationMs / 1000) * (bitsPerSecond / 8) * 0.6),
    favorite: index % 5 === 0,
    addedAtMs: firstAddedAtMs + index * 60_000,
    lastPlayedAtMs: index % 2 === 0 ? firstAddedAtMs + index * 90_000 : -1,
    hashcode: index % 2 === 0 ? firstHashcode + BigInt(index) : -firstHashcode - BigInt(index),
  };
}
