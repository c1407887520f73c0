interface Switches {
  readonly activeMutant?: string;
  readonly currentTestId?: string;
}

const switches = ((globalThis as { __stryker__?: Switches }).__stryker__ ??= {});

/** In place of `src/lib/once.ts`: what a test gets is made by the mutant that it is to find, and counts as reached by it. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value; readonly by: string } | undefined;
  return () => {
    const by = `${switches.activeMutant} ${switches.currentTestId}`;
    if (made?.by !== by) made = { value: make(), by };
    return made.value;
  };
}
