export type Medium = "film" | "music" | "radio" | "television" | "none";

const palettes = [
  ["#1d2b53", "#4a6fd0", "#f4c95d"],
  ["#3b1c4a", "#a23b72", "#ffb997"],
  ["#0f3d3e", "#2a9d8f", "#e9c46a"],
  ["#4a1d1f", "#c8553d", "#f2d0a4"],
  ["#1b3a2b", "#5a9367", "#d9e8a0"],
  ["#22223b", "#6c6a9c", "#f2e9e4"],
  ["#402a17", "#b5793a", "#f6e3b4"],
  ["#10304a", "#3d8fb8", "#f7f0d8"],
] as const;

/** A tile instead of a missing picture: its colors and shapes follow from the title, so a film keeps its tile. */
export function Tile({ title, medium }: { readonly title: string; readonly medium: Medium }) {
  const seed = seedOf(`${medium} ${title}`);
  const [ground, shape, light] = palettes[seed % palettes.length] ?? palettes[0];
  return (
    <svg class="tile" viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="320" height="180" fill={ground} />
      <Motif medium={medium} seed={seed} shape={shape} light={light} />
    </svg>
  );
}

interface MotifProps {
  readonly medium: Medium;
  readonly seed: number;
  readonly shape: string;
  readonly light: string;
}

function Motif({ medium, seed, shape, light }: MotifProps) {
  const a = (seed >>> 3) % 100;
  const b = (seed >>> 10) % 100;
  switch (medium) {
    case "film":
      // A low sun behind ranges of hills.
      return (
        <>
          <circle cx={80 + a * 1.6} cy={66 + b * 0.3} r={26 + b * 0.12} fill={light} />
          <path d={hills(118, 26, a)} fill={shape} opacity="0.55" />
          <path d={hills(138, 20, b)} fill={shape} opacity="0.8" />
          <path d={hills(158, 14, a + b)} fill={shape} />
        </>
      );
    case "music":
      // A record that is half in view.
      return (
        <g transform={`translate(${96 + a * 1.3} ${70 + b * 0.4})`} fill="none" stroke={shape}>
          {[96, 84, 72, 60, 48].map((radius, place) => (
            <circle
              key={radius}
              r={radius}
              stroke-width={place % 2 === 0 ? 7 : 3}
              opacity={0.5 + place * 0.1}
            />
          ))}
          <circle r="32" fill={light} stroke="none" />
          <circle r="5" fill={shape} stroke="none" />
        </g>
      );
    case "radio":
      return (
        <g fill="none" stroke={shape} stroke-width="6" stroke-linecap="round">
          {[0, 1, 2, 3, 4].map((place) => (
            <path
              key={place}
              d={wave(40 + place * 26, 8 + ((a + place * 37) % 16), b)}
              opacity={0.45 + place * 0.12}
            />
          ))}
          <circle cx={60 + a * 2} cy={40 + b} r="11" fill={light} stroke="none" />
        </g>
      );
    case "television":
      return (
        <>
          {[0, 1, 2, 3, 4, 5, 6, 7].map((place) => (
            <rect
              key={place}
              x={place * 40}
              y={20 + ((a * (place + 3)) % 60)}
              width="40"
              height="180"
              fill={place % 3 === b % 3 ? light : shape}
              opacity={0.4 + ((place * 29 + b) % 50) / 100}
            />
          ))}
        </>
      );
    case "none":
      // A quiet night.
      return (
        <>
          <circle cx={210 + a * 0.5} cy={60} r="24" fill={light} opacity="0.85" />
          <path d={hills(150, 12, a)} fill={shape} opacity="0.5" />
        </>
      );
  }
}

function hills(top: number, height: number, phase: number): string {
  const points = Array.from({ length: 9 }, (_, place) => {
    const y = top - height * Math.sin(place * 1.7 + phase) * (0.5 + ((place * 7 + phase) % 5) / 10);
    return `${place * 40} ${y.toFixed(1)}`;
  });
  return `M0 180L${points.join("L")}L320 180z`;
}

function wave(y: number, height: number, phase: number): string {
  const points = Array.from({ length: 33 }, (_, place) => {
    const swing = Math.sin(place * 0.62 + phase) * height * Math.sin((place / 32) * Math.PI);
    return `${place * 10} ${(y + swing).toFixed(1)}`;
  });
  return `M${points.join("L")}`;
}

function seedOf(text: string): number {
  let seed = 2_166_136_261;
  for (const letter of text) seed = Math.imul(seed ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return seed >>> 0;
}
