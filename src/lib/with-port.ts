/** An address with this port, unless it has one. */
export function withPort(url: string, port: number): string {
  return /:\d+$/.test(url) ? url : `${url}:${port}`;
}
