import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { fastClock } from "../../../src/cli/conformance/fast-clock.ts";
import { newFolder } from "../../support/new-folder.ts";
import { opened } from "../../support/opened.ts";
import { application, startTrakt, type TraktStandIn } from "../../support/trakt-stand-in.ts";
import { fakeShell } from "../fake-shell.ts";
import { begin, call, end, untilMatch } from "../running-command.ts";

let trakt: TraktStandIn;
let folder: string;

beforeEach(async () => {
  trakt = opened(await startTrakt());
  folder = newFolder();
});

/** A shell in which a minute of waiting is short. */
function shell(env: Readonly<Record<string, string>> = { STATE_DIRECTORY: folder }, ...accounts: object[]) {
  const own = { url: trakt.url, name: "trakt", ...application };
  const list = accounts.length === 0 ? [own] : accounts.map((account) => ({ ...own, ...account }));
  return fakeShell({ clock: fastClock(2000), env: { HISTORY_TRAKT: JSON.stringify(list), ...env } });
}

describe("login trakt", () => {
  it("prints the code, asks until it was typed in, more slowly if it is told to, and keeps the tokens", async () => {
    trakt.codeStatuses = [400, 429, 500, 400];
    const done = await call(["login", "trakt"], shell());
    const file = join(folder, "trakt-trakt.json");
    expect(done).toEqual({
      code: 0,
      stdout: `Open https://trakt.tv/activate and type in 5055CC52\nLogged in. The tokens are in ${file}\n`,
      stderr: "",
    });
    expect(trakt.asked.filter(([path]) => path === "/oauth/device/token")).toHaveLength(5);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
      accessToken: "access-1",
      refreshToken: "refresh-1",
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it.each([
    [404, "Trakt does not know the code"],
    [409, "the code was used before"],
    [410, "the code has expired"],
    [418, "the login was denied at Trakt"],
    [403, "Trakt answers with status 403"],
  ])("ends with status %d, and says why", async (status, reason) => {
    trakt.codeStatuses = [400, status];
    const { code, stderr } = await call(["login", "trakt"], shell());
    expect([code, stderr]).toEqual([1, `not logged in: ${reason}\n`]);
  });

  it("asks no longer than the code is good for, nor after it is told to stop", async () => {
    trakt.codeStatuses = Array.from({ length: 200 }, () => 400);
    const { code, stderr } = await call(["login", "trakt"], shell());
    expect([code, stderr]).toEqual([1, "not logged in: the code has expired\n"]);
    expect(trakt.asked.filter(([path]) => path === "/oauth/device/token").length).toBeLessThan(120);

    const stopped = begin(
      ["login", "trakt"],
      fakeShell({
        env: { STATE_DIRECTORY: folder, HISTORY_TRAKT: JSON.stringify([{ url: trakt.url, ...application }]) },
      }),
    );
    await untilMatch(stopped, /type in/);
    expect(await end(stopped)).toBe(1);
    expect(stopped.shell.stderr.text).toBe("not logged in: stopped before the code was typed in\n");
  });

  it("says what is missing before it asks Trakt", async () => {
    const { code, stderr } = await call(["login", "trakt"], shell({}));
    expect([code, stderr]).toEqual([
      1,
      "not logged in: STATE_DIRECTORY is not set, where the tokens are kept\n",
    ]);
    const nowhere = await call(["login", "trakt"], shell({ STATE_DIRECTORY: join(folder, "nowhere") }));
    expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringMatching(/^not logged in: ENOENT/)]);
    expect(trakt.asked).toEqual([]);
    const wrong = await call(["login", "trakt"], shell(undefined, { clientId: "other" }));
    expect(wrong.stderr).toBe("not logged in: Trakt gives no code: status 403. Is clientId right?\n");
    const away = await call(["login", "trakt"], shell(undefined, { url: "http://127.0.0.1:9" }));
    expect(away.stderr).toMatch(/^not logged in: .*ECONNREFUSED/);
  });

  it.each([
    [[], "login needs the place: login trakt"],
    [["lastfm"], "login needs the place: login trakt"],
    [["trakt", "no name"], "login needs the place: login trakt"],
    [["trakt", "other"], "history.trakt has no such account"],
    [["trakt"], "history.trakt has several accounts: login trakt one"],
  ])("refuses %j", async (words, problem) => {
    const given = shell(undefined, { name: "one" }, { name: "two" });
    const { code, stderr } = await call(["login", ...words], given);
    expect([code, stderr.split("\n")[0]]).toEqual([2, problem]);
  });

  it("logs in the account that is named, of several", async () => {
    const given = shell(undefined, { name: "one" }, { name: "two" });
    expect(await call(["login", "trakt", "two"], given)).toMatchObject({ code: 0 });
    expect(statSync(join(folder, "trakt-two.json")).isFile()).toBe(true);
  });
});
