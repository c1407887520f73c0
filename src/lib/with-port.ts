export function withPort(url: string, port: number): string {
  return /:\d+$/.test(url) ? url : `${url}:${port}`;
}
