/** Shifts the machine's date by `ms` until disposed. */
export function shiftDate(ms: number): Disposable {
  const RealDate = globalThis.Date;
  class ShiftedDate extends RealDate {
    constructor(...given: readonly [] | readonly [number | string | Date]) {
      super(given[0] ?? RealDate.now() + ms);
    }

    static override now(): number {
      return RealDate.now() + ms;
    }
  }
  globalThis.Date = ShiftedDate as unknown as DateConstructor;
  return {
    [Symbol.dispose]: () => {
      globalThis.Date = RealDate;
    },
  };
}
