import { isReceiverName, receiverName } from "../../core/history/unsent.ts";
import { TraktAccount } from "../../extensions/history/trakt-account.ts";
import { UnavailableError } from "../../extensions/history/post.ts";
import { escapeText } from "../../tools/terminal-view/escape-text.ts";
import type { CliCommand } from "../cli-command.ts";
import { type ExitCode, exitCodes, UsageError } from "../exit-codes.ts";
import { configFlag, loadWithoutPlayers } from "../setting-flags.ts";
import type { Shell } from "../shell.ts";

export const login: CliCommand = {
  words: ["trakt", "[name]"],
  about: `Logs the bridge in at Trakt, as history.trakt names it: prints a code to type in there, waits until that is done, and
keeps the tokens in the folder STATE_DIRECTORY, where the bridge renews them.`,
  examples: ["login trakt", "STATE_DIRECTORY=/var/lib/player2mqtt player2mqtt login trakt"],
  flags: configFlag,
  notes: `A name tells several accounts apart. Run by root, it gives the file to the owner of the folder.
Exit codes: 0 logged in, 1 not logged in, 2 bad usage, 78 invalid configuration.`,
  async execute(given, shell) {
    const [place, name] = given.words;
    if (place !== "trakt" || (name !== undefined && !isReceiverName(name)))
      throw new UsageError("login needs the place: login trakt");
    const { trakt } = loadWithoutPlayers(given, shell).history;
    const [settings, another] = trakt.filter((one) => name === undefined || receiverName(one) === name);
    if (settings === undefined) throw new UsageError("history.trakt has no such account");
    if (another !== undefined)
      throw new UsageError(`history.trakt has several accounts: login trakt ${receiverName(settings)}`);
    const folder = shell.env["STATE_DIRECTORY"]?.split(":")[0] || undefined;
    const account = new TraktAccount(settings, folder, shell.clock, shell.signal);
    try {
      return await logIn(account, shell);
    } catch (error) {
      shell.stderr.write(`not logged in: ${escapeText((error as Error).message)}\n`);
      return exitCodes.fault;
    }
  },
};

async function logIn(account: TraktAccount, { clock, signal, stdout }: Shell): Promise<ExitCode> {
  const { file } = account;
  const code = await account.beginLogin();
  stdout.write(`Open ${escapeText(code.address)} and type in ${escapeText(code.userCode)}\n`);
  const until = clock.now() + code.forMs;
  let waitMs = code.everyMs;
  for (;;) {
    await clock.sleep(waitMs, signal);
    if (signal.aborted) throw new Error("stopped before the code was typed in");
    if (clock.now() >= until) throw new Error("the code has expired");
    const end = await account.finishLogin(code).catch((error: unknown) => {
      if (error instanceof UnavailableError) return "pending" as const;
      throw error;
    });
    if (end === "too fast") waitMs += code.everyMs;
    if (end !== "done") continue;
    stdout.write(`Logged in. The tokens are in ${escapeText(file)}\n`);
    return exitCodes.done;
  }
}
