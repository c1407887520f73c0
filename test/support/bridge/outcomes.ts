/** What the result of a command that was not sent has. */
export function rejected(reason: unknown) {
  return { outcome: "rejected", reason };
}

/** What the result of a command without its effect has. */
export function failed(reason: unknown) {
  return { outcome: "failed", reason };
}
