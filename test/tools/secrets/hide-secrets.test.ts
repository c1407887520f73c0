import { describe, expect, it } from "vitest";
import { zidoo } from "../../../src/families/zidoo/family.ts";
import { SecretHider } from "../../../src/tools/secrets/hide-secrets.ts";

function hiding(texts: readonly string[], hidesTitles = false): string[] {
  const hider = new SecretHider({ known: [], key: Buffer.from("key"), families: [zidoo] });
  for (const text of texts) hider.collect(text, hidesTitles);
  const hidden = texts.map((text) => hider.hide(text));
  for (const text of hidden) expect(hider.leakIn(text)).toBeUndefined();
  return hidden;
}

function hide(value: object, hidesTitles = false): Record<string, unknown> {
  return JSON.parse(hiding([JSON.stringify(value)], hidesTitles)[0] ?? "") as Record<string, unknown>;
}

describe("hiding secrets", () => {
  it.each([
    ["an address", { ip: "192.168.0.60" }, { ip: "192.0.2.1" }],
    [
      "an address that is a prefix of another",
      { a: "10.0.0.1", b: "10.0.0.12" },
      { a: "192.0.2.1", b: "192.0.2.2" },
    ],
    ["an address that is a pseudonym already", { a: "192.0.2.1" }, { a: "192.0.2.2" }],
    ["an IPv6 address", { ip: "fe80::1ff:fe23:4567:890a" }, { ip: "2001:db8::1" }],
    [
      "a MAC in every spelling",
      { net_mac: "a0:bb:CC:00:00:01", other: "A0-BB-CC-00-00-01", uuid: "a0bbcc000001" },
      { net_mac: "02:00:5E:00:00:01", other: "02-00-5E-00-00-01", uuid: "02005e000001" },
    ],
  ])("handles %s", (_name, value, expected) => {
    expect(hide(value)).toEqual(expected);
  });

  it.each([
    ["the unspecified address", { ip: "0.0.0.0", mask: "255.255.255.0" }],
    ["the MAC 02:00:00:00:00:00", { net_mac: "02:00:00:00:00:00" }],
    ["the player's model name", { deviceName: "M1", model: "M1" }],
    [
      "paths of its own interface",
      { icon: "/SystemSettings/getItemSettingIcon?iconName=out_RCA_select.png" },
    ],
    ["a version", { firmware: "v1.1.50", text: "25,0 Mb/s XLR/RCA" }],
  ])("keeps %s", (_name, value) => {
    expect(hide(value)).toEqual(value);
  });

  it("replaces folders and hosts of a path, and keeps its shape and file name", () => {
    const path = "/data/system/smb/192.168.1.10#Annas Filme/Ärzte Serie/Folge 1.mkv";
    const { path: hidden } = hide({ path });
    expect(hidden).toMatch(
      /^\/data\/system\/smb\/192\.0\.2\.1#[A-Z][a-z]{4} [A-Z][a-z]{4}\/\S[a-z]{4} [A-Z][a-z]{4}\/Folge 1\.mkv$/,
    );
    expect(Buffer.byteLength(String(hidden))).toBe(
      Buffer.byteLength(path) - "192.168.1.10".length + "192.0.2.1".length,
    );
  });

  it("replaces host, credentials and query values of a URL, and keeps its parameter names", () => {
    const { uri } = hide({
      uri: "https://me:geheim@cdn.music.example.net:8443/v1/abcdef/2.flac?expires=1790000000&sig=Zm9vYmFy%2B",
    });
    expect(uri).toMatch(
      /^https:\/\/me:[a-z]{6}@host-1\.example:8443\/v1\/[a-z]{6}\/2\.flac\?expires=\d{10}&sig=\S+$/,
    );
    for (const secret of ["geheim", "example.net", "abcdef", "1790000000", "Zm9vYmFy"])
      expect(uri).not.toContain(secret);
  });

  it("gives a secret one pseudonym in all bodies, including within other texts and nested JSON", () => {
    const inner = JSON.stringify({ path: "/storage/Annas Platten/x.flac" });
    const [first = "", second = "", third = ""] = hiding([
      '{"serial":"AB12CD34EF","uri":"/storage/Annas Platten/x.flac"}',
      JSON.stringify({ album: "Annas Platten", note: "from AB12CD34EF", inner }),
      "<html>AB12CD34EF at Annas Platten</html>",
    ]);
    const serial = /"serial":"([A-Z\d]{10})"/.exec(first)?.[1] ?? "none";
    const folder = /storage\/([^/]+)\//.exec(first)?.[1] ?? "none";
    expect(JSON.parse(second)).toMatchObject({ album: folder, note: `from ${serial}` });
    expect(second).toContain(`storage/${folder}/x.flac`);
    expect(third).toBe(`<html>${serial} at ${folder}</html>`);
  });

  it("hides titles only if requested", () => {
    const track = {
      title: "Amber Ferry",
      artist: "Nadia Quill",
      fileName: "Amber Ferry.flac",
      uri: "/mnt/usb/Amber Ferry.flac",
    };
    expect(hide(track)).toEqual(track);
    const hidden = JSON.stringify(hide(track, true));
    expect(hidden).not.toMatch(/amber|ferry|nadia|quill/i);
    expect(hidden).toMatch(/"fileName":"([A-Z][a-z]{4} [A-Z][a-z]{4})\.flac","uri":"\/mnt\/usb\/\1\.flac"/);
  });

  it("keeps everything else, byte for byte", () => {
    const odd =
      '\uFEFF{ "a" : 1e999, "a":"\\u00e9\\/x", "n":9007199254740993 , "ip":"10.0.0.7"}\r\n\n trailing {"';
    expect(hiding([odd])[0]).toBe(odd.replace("10.0.0.7", "192.0.2.1"));
    const escaped = '{"path":"\\/data\\/system\\/Geh\\u00e4use\\/x.mkv"}';
    expect(hiding([escaped])[0]).toMatch(
      /^\{"path":"\\\/data\\\/system\\\/[A-Z][a-z]{2}\\u00[\da-f]{2}[a-z]{3}\\\/x\.mkv"\}$/,
    );
  });

  it("finds secrets outside of strings, in keys, and in a truncated body", () => {
    const [hidden = ""] = hiding([
      '{"aa:bb:cc:00:00:02":{"ip":"192.168.0.60"}, x: 10.1.2.3}\n<!-- 10.9.9.9 --> {"path":"/storage/Annas Pla',
    ]);
    for (const secret of ["aa:bb:cc", "192.168.0.60", "10.1.2.3", "10.9.9.9"])
      expect(hidden).not.toContain(secret);
  });
});
