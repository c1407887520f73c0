interface Switches {
  readonly activeMutant?: string;
  readonly currentTestId?: string;
}

const switches = ((globalThis as { __stryker__?: Switches }).__stryker__ ??= {});

/** In place of `src/lib/once.ts`: makes the value anew for each test and mutant, so that the test reaches the mutant. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value; readonly by: string } | undefined;
  return () => {
    const by = `${switches.activeMutant} ${switches.currentTestId}`;
    if (made?.by !== by) made = { value: make(), by };
    return made.value;
  };
}
