/** How the program ends, for whoever started it. */
export const exitCodes = {
  /** It did what it was asked, or was asked to stop. */
  done: 0,
  fault: 1,
  usage: 2,
  configuration: 78,
} as const;

/** One of the exit codes. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
