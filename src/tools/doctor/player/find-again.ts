import { digitsOfMac } from "../../../core/mac.ts";
import { within } from "../within.ts";
import type { World } from "../world.ts";

const stirMs = 2000;

/**
 * Where the network card with this MAC is now: the host, if the system knows it, finds it out on the last address'
 * network, or a player answers to a search with it.
 */
export async function findAgain(
  mac: string,
  lastAddress: string,
  world: Pick<World, "neighbours" | "stir" | "search" | "clock">,
  signal: AbortSignal,
): Promise<string | undefined> {
  const digits = digitsOfMac(mac);
  const look = async (): Promise<string | undefined> => {
    const neighbours = await world.neighbours();
    return neighbours.find((each) => digitsOfMac(each.mac) === digits && each.address !== lastAddress)
      ?.address;
  };
  const known = await look();
  if (known !== undefined) return known;
  await within(stirMs, world.clock, world.stir(lastAddress));
  const stirred = await look();
  if (stirred !== undefined) return stirred;
  const found = await world.search(signal);
  const player = found.find((each) => each.mac !== undefined && digitsOfMac(each.mac) === digits);
  return player === undefined ? undefined : new URL(player.url).hostname;
}
