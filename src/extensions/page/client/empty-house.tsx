import type { JSX } from "preact";
import { Draw } from "./drawings.tsx";

/** Why there is no player, and what to do about it. */
export function EmptyHouse({ isLooking }: { readonly isLooking: boolean }): JSX.Element {
  return (
    <section class={`empty${isLooking ? " is-looking" : ""}`}>
      <span class="sleeve">
        <Draw name="search" />
      </span>
      {isLooking ? <Looking /> : <Elsewhere />}
    </section>
  );
}

/** Without a player in its configuration a bridge does not start: the others of the list have gone elsewhere. */
function Elsewhere(): JSX.Element {
  return (
    <>
      <h1>No player for this bridge</h1>
      <p>
        It is one of several that share a list of players, and none of them falls to it just now. The pages of
        the other bridges show them. A player that is added to the list may come here, and shows up by itself.
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
      <p>
        tells what can be found from here. A player that is not found can be named by its address, in the
        place of <code>PLAYERS=auto</code>:
      </p>
      <pre>PLAYER_URL=192.168.1.20</pre>
    </>
  );
}
