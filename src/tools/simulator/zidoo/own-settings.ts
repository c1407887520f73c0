export interface OwnSettings {
  gain: number;
  balance: number;
  isUpsampling: boolean;
  filter: number;
  /** Whether it accepts another balance, but keeps the old one. */
  ignoresBalance: boolean;
  /** Further entries of the first page, of any shape. */
  extras: readonly unknown[];
}

export function newSettings(): OwnSettings {
  return { gain: 1, balance: 0, isUpsampling: false, filter: 2, ignoresBalance: false, extras: [] };
}
