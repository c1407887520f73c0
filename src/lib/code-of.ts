/** The system's code of an error, such as ENOENT, or the reason code of a broker. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
