/** How many sockets, servers and timers keep the process alive, by kind. */
export function countHandles(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** How many sockets of either side are open in this process. */
export function countSockets(): number {
  return countHandles()["TCPSocketWrap"] ?? 0;
}
