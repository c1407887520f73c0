const loopback = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Whether a server on this host is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  return loopback.test(host);
}
