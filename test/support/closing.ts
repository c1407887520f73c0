import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { expect } from "vitest";

const channel = "net.client.socket";

/** Does something, and sees to it that none of the connections that were made for it is left. */
export async function closing<T>(act: () => Promise<T>): Promise<T> {
  const sockets: Socket[] = [];
  const note = (made: unknown): void => void sockets.push((made as { readonly socket: Socket }).socket);
  subscribe(channel, note);
  const done = await act().finally(() => unsubscribe(channel, note));
  expect(sockets.filter(({ destroyed }) => !destroyed).map(({ remotePort }) => remotePort)).toEqual([]);
  return done;
}
