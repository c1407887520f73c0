/** The number of sockets, servers and timers that keep the process alive, by kind. */
export function countHandles(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** The number of open sockets in this process, client and server side. */
export function countSockets(): number {
  return countHandles()["TCPSocketWrap"] ?? 0;
}
