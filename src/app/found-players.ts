import type { Config } from "../config/schema.ts";
import { resolvePlayer } from "../config/players.ts";
import type { Search } from "../tools/finder/find-players.ts";
import { followPlayers } from "../tools/finder/follow-players.ts";
import type { SuggestedEntry } from "../tools/finder/suggest-entry.ts";
import { TaskScope } from "../lib/task-scope.ts";

export interface FoundPlayersOptions {
  readonly search: () => Search;
  /** A player was found or changed its address, so the configuration has to be filled in again. */
  readonly onChanged: () => Promise<void>;
}

/** Searches the network while the configuration says `players: auto`. */
export class FoundPlayers implements AsyncDisposable {
  readonly #options: FoundPlayersOptions;
  #players: readonly SuggestedEntry[] = [];
  #scope: TaskScope | undefined;

  constructor(options: FoundPlayersOptions) {
    this.#options = options;
  }

  /** The configuration with the players found so far, if it does not list players itself. */
  fill(config: Config): Config {
    if (!config.findsPlayers) return config;
    return { ...config, players: this.#players.map((entry) => resolvePlayer(config, entry)) };
  }

  /** Starts or stops the search. Players that were found are kept. */
  async search(isWanted: boolean): Promise<void> {
    if (isWanted === (this.#scope !== undefined)) return;
    const before = this.#scope;
    this.#scope = isWanted ? new TaskScope(new AbortController().signal) : undefined;
    this.#scope?.run((signal) => this.#follow(signal));
    await before?.[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.search(false);
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { onChanged, search } = this.#options;
    const onPlayers = async (players: readonly SuggestedEntry[]): Promise<void> => {
      this.#players = players;
      await onChanged();
    };
    await followPlayers({ ...search(), known: this.#players, onChanged: onPlayers }, signal);
  }
}
