import { once } from "node:events";
import { createSocket, type Socket } from "node:dgram";
import { describe, expect, it } from "vitest";
import { wake } from "../../../src/families/network/wake.ts";

async function listen(address = "127.0.0.1"): Promise<Socket> {
  const ear = createSocket("udp4");
  ear.bind(0, address);
  await once(ear, "listening");
  return ear;
}

describe("waking a player", () => {
  it.each(["127.0.0.1", "127.255.255.255"])(
    "sends a packet with its address sixteen times, to %s",
    async (host) => {
      const ear = await listen(host);
      const heard = once(ear, "message");
      await wake(["80:0a:80:5e:00:53"], [9], `${host}:${ear.address().port}`);
      const [packet] = (await heard) as [Buffer];
      expect(packet.toString("hex")).toBe("f".repeat(12) + "800a805e0053".repeat(16));
      ear.close();
    },
  );

  it("sends a packet for each of its addresses to each port, and skips what is none", async () => {
    const ears = [await listen(), await listen()];
    const heard: string[] = [];
    for (const ear of ears) ear.on("message", (packet) => heard.push(packet.toString("hex").slice(12, 24)));
    const macs = ["80:0a:80:5e:00:53", "aa:bb", "80-0A-80-5E-00-54"];
    await wake(
      macs,
      ears.map((ear) => ear.address().port),
      "127.0.0.1",
    );
    const both = ["800a805e0053", "800a805e0053", "800a805e0054", "800a805e0054"];
    await expect.poll(() => heard.toSorted()).toEqual(both);
    for (const ear of ears) ear.close();
  });

  it.each(["aa:bb", "", "80:0a:80:5e:00:5x"])("is impossible with the address %j", async (mac) => {
    await expect(wake([mac], [9], "127.0.0.1:9")).rejects.toThrow("is not a MAC address");
  });

  it("fails if the packet cannot be sent", async () => {
    const call = wake(["80:0a:80:5e:00:53"], [9], "no-such-host.invalid:9");
    await expect(call).rejects.toThrow("cannot send the wake packet");
  });
});
