import type { JSX } from "preact";
import { Draw } from "./drawings.tsx";

/** Explains why there are no players, and what to do. */
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

/** A bridge of a fleet whose players are all assigned to other bridges. */
function Elsewhere(): JSX.Element {
  return (
    <>
      <h1>No players assigned to this bridge</h1>
      <p>
        It shares a list of players with other bridges, and all of them are assigned elsewhere. The pages of
        those bridges show them. A new player may be assigned here and then appears by itself.
      </p>
    </>
  );
}

function Looking(): JSX.Element {
  return (
    <>
      <h1>Looking for players</h1>
      <p>
        None has answered yet. The bridge keeps searching: a player appears here by itself, soon after it is
        switched on.
      </p>
      <p>
        A player that never appears may be on another network, or behind a firewall or container network. This
        lists what can be found from here:
      </p>
      <pre>player2mqtt discover</pre>
      <p>
        If it is not found, configure its address instead of <code>PLAYERS=auto</code>:
      </p>
      <pre>PLAYER_URL=192.168.1.20</pre>
    </>
  );
}
