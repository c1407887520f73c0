import type { JSX } from "preact";
import { Draw } from "./drawings.tsx";

/** What to do when there is no player. */
export function EmptyHouse(): JSX.Element {
  return (
    <section class="empty">
      <span class="sleeve">
        <Draw name="search" />
      </span>
      <h1>No player yet</h1>
      <p>The bridge runs, and waits to be told where your players are. Give it the address of one:</p>
      <pre>PLAYER_URL=192.168.1.20</pre>
      <p>Several of them go into its configuration file:</p>
      <pre>{"players:\n  - id: living-room\n    name: Living room\n    url: 192.168.1.20"}</pre>
      <p>
        Then start it again: each player shows up here by itself, with what it plays and what you can switch.
      </p>
    </section>
  );
}
