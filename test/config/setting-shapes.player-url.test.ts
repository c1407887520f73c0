import { expect, it } from "vitest";
import { parsePlayerUrl } from "../../src/config/setting-shapes.ts";

it.each([
  ["192.168.1.20", "http://192.168.1.20"],
  ["192.168.1.20:80", "http://192.168.1.20:80"],
  ["player.local", "http://player.local"],
  ["http://192.168.1.20", "http://192.168.1.20"],
  ["http://192.168.1.20/", "http://192.168.1.20"],
  ["http://192.168.1.20:8080/", "http://192.168.1.20:8080"],
  ["http://192.168.1.20:80", "http://192.168.1.20:80"],
  ["HTTPS://Player.Example:443", "https://player.example:443"],
  ["https://player.example", "https://player.example"],
  ["[fe80::1]", "http://[fe80::1]"],
  ["http://[fe80::1]:80", "http://[fe80::1]:80"],
  ["http://me:123@192.168.1.20", "http://me:123@192.168.1.20"],
  ["me:p%40ss@192.168.1.20:1", "http://me:p%40ss@192.168.1.20:1"],
])("%s is the player at %s", (text, url) => {
  expect(parsePlayerUrl(text)).toBe(url);
});

it.each([
  "",
  "http://",
  "ftp://192.168.1.20",
  "mqtt://192.168.1.20",
  "192.168.1.20:99999",
  "192.168.1.20:port",
  "http://192.168.1.20/path",
  "192.168.1.20/path",
  "http://192.168.1.20?q=1",
  "http://192.168.1.20/#top",
  "http://192.168.1.20:8\n0",
  "http://192.168.1.20:80\\",
  "a b",
  "fe80::1",
])("%j is no player's address", (text) => {
  expect(parsePlayerUrl(text)).toBeUndefined();
});
