import type { JSX } from "preact";
import { Draw } from "./drawings.tsx";

/** What to do when there is no player. */
export function EmptyHouse({ isLooking }: { readonly isLooking: boolean }): JSX.Element {
  return (
    <section class={`empty${isLooking ? " is-looking" : ""}`}>
      <span class="sleeve">
        <Draw name="search" />
      </span>
      {isLooking ? <Looking /> : <Unlisted />}
    </section>
  );
}

function Unlisted(): JSX.Element {
  return (
    <>
      <h1>No player yet</h1>
      <p>The bridge runs, and waits to be told where your players are. It can look for them itself:</p>
      <pre>PLAYERS=auto</pre>
      <p>Or give it the address of one:</p>
      <pre>PLAYER_URL=192.168.1.20</pre>
      <p>
        Several of them go into its configuration file, which <code>player2mqtt discover</code> writes for
        you:
      </p>
      <pre>{"players:\n  - id: living-room\n    name: Living room\n    url: 192.168.1.20"}</pre>
      <p>
        Then start it again: each player shows up here by itself, with what it plays and what you can switch.
      </p>
    </>
  );
}

function Looking(): JSX.Element {
  return (
    <>
      <h1>Looking for players</h1>
      <p>
        None has answered yet. The bridge goes on looking: a player shows up here by itself, soon after it is
        switched on.
      </p>
      <p>A player that never shows up may be in another network, or hidden by a firewall or container:</p>
      <pre>player2mqtt discover</pre>
      <p>tells what can be found from here. A player can also be named by its address:</p>
      <pre>PLAYER_URL=192.168.1.20</pre>
    </>
  );
}
