/** What is said where the machine gives no more files or sockets; undefined of any other fault. */
export function outOfFiles(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "EMFILE":
      return (
        "Cannot go on: player2mqtt may not open any more files or connections (EMFILE). Raise its limit: " +
        "LimitNOFILE= of the systemd unit, ulimits: nofile: of the container, or ulimit -n of the shell."
      );
    case "ENFILE":
      return "Cannot go on: this machine has no more files or connections to give (ENFILE). Look for what holds them all, or raise fs.file-max.";
    default:
      return undefined;
  }
}
