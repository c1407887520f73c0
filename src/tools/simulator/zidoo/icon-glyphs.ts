/** One line, ring or dot of a picture of 48 by 48. */
export type Stroke =
  | { readonly kind: "line"; readonly points: readonly (readonly [x: number, y: number])[] }
  | ({ readonly kind: "ring" } & Circle)
  | ({ readonly kind: "dot" } & Circle);

interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

type Glyph = readonly [name: RegExp, strokes: readonly Stroke[]];

const arrowHead = line([18, 16], [32, 24], [18, 32], [18, 16]);
const hdmi = [
  line([6, 16], [42, 16], [42, 26], [34, 33], [14, 33], [6, 26], [6, 16]),
  line([15, 23], [33, 23]),
];
const rca = [ring(24, 24, 17), ring(24, 24, 8.5), dot(24, 24, 3)];

/** The glyphs by kind of connector in the name, first match first. */
export const glyphs: readonly Glyph[] = [
  [/XMOS/, [ring(24, 24, 18), arrowHead]],
  [/BT/, [line([14, 15], [33, 32], [24, 41], [24, 7], [33, 16], [14, 33])]],
  [/HDMI|EARC/, hdmi],
  [
    /USB/,
    [
      line([24, 40], [24, 8]),
      line([18, 14], [24, 7], [30, 14]),
      line([24, 34], [12, 27], [12, 21]),
      line([24, 29], [36, 22], [36, 17]),
      dot(24, 40, 5),
      dot(12, 19, 4),
      line([33.5, 14], [38.5, 14], [38.5, 18], [33.5, 18], [33.5, 14]),
    ],
  ],
  [
    /SPDIF|COAX|OPT/,
    [
      line([9, 40], [9, 15], [16, 8], [32, 8], [39, 15], [39, 40], [9, 40]),
      ring(24, 25, 7),
      dot(24, 25, 2.5),
    ],
  ],
  [
    /XLR.*RCA/,
    [
      ring(16, 24, 12),
      dot(16, 18, 2.5),
      dot(11, 27, 2.5),
      dot(21, 27, 2.5),
      ring(38, 24, 7),
      dot(38, 24, 2.5),
    ],
  ],
  [/XLR/, [ring(24, 24, 18), dot(24, 14.5, 3.5), dot(15.5, 29, 3.5), dot(32.5, 29, 3.5)]],
  [/RCA/, rca],
  [/IIS/, [line([6, 32], [6, 16], [18, 16], [18, 32], [30, 32], [30, 16], [42, 16], [42, 32])]],
  // Anything else: a plug.
  [
    /(?:)/,
    [
      line([16, 6], [16, 15]),
      line([32, 6], [32, 15]),
      line([10, 16], [38, 16], [38, 24], [31, 32], [17, 32], [10, 24], [10, 16]),
      line([24, 33], [24, 42]),
    ],
  ],
];

function line(...points: readonly (readonly [number, number])[]): Stroke {
  return { kind: "line", points };
}

function ring(x: number, y: number, radius: number): Stroke {
  return { kind: "ring", x, y, radius };
}

function dot(x: number, y: number, radius: number): Stroke {
  return { kind: "dot", x, y, radius };
}
