import { describe, expect, it } from "vitest";
import { programName } from "../../src/cli/shell.ts";

describe("programName", () => {
  it.each([
    ["/usr/local/bin/player2mqtt", "/home/me", "player2mqtt"],
    ["/home/me/p2m/dist/main.js", "/home/me/p2m", "node dist/main.js"],
    ["/opt/p2m/dist/main.js", "/home/me", "node /opt/p2m/dist/main.js"],
    ["/opt/it's here/main.js", "/home/me", String.raw`node '/opt/it'\''s here/main.js'`],
    ["", "/home/me", "player2mqtt"],
  ])("of %s in %s", (script, cwd, name) => {
    expect(programName(script, cwd)).toBe(name);
  });
});
