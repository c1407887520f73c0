import { flag, number, object } from "./property.ts";
import { maxAssumedAgeMs, type Resource } from "./resource.ts";

/** The players that play together with this one. Players are named by `host:port`, as they see each other. */
export interface GroupState {
  readonly role: "none" | "primary" | "secondary" | "both";
  readonly name: string | undefined;
  readonly self: string;
  /** The player whose music all play; undefined outside a group. */
  readonly primary: string | undefined;
  /** The members that this player names, the primary first; empty outside a group. */
  readonly members: readonly string[];
  /** Of the whole group; undefined where this player does not set it. */
  readonly volume: number | undefined;
  readonly isMuted: boolean | undefined;
}

export interface GroupContext {
  /**
   * The ids of the players of this bridge by `host:port`. Of two addresses of a player, the one by which others know it comes
   * first, and the one where the bridge reaches it last.
   */
  readonly bridge: { readonly neighbors: ReadonlyMap<string, string> };
}

export const group = {
  readOn: "refresh",
  readEveryMs: maxAssumedAgeMs,
  summary: ({ role, members }) => (role === "none" ? role : `${role} (${members.length})`),
  topics: {
    group: object(
      "Group",
      {
        names: { de: "Gruppe", fr: "Groupe", zh: "编组" },
        sample: '{"role":"primary","primary":"kitchen","members":["kitchen","den"]}',
        about:
          "JSON: `role` (`none`, `primary`, `secondary`, `both`), `name`, `primary`, `members`: ids of players of this bridge, else `host:port`. A secondary names only its primary and itself",
      },
      ({ role, name, primary, members }, { bridge: { neighbors } }) => {
        const idOf = (address: string): string => neighbors.get(address) ?? address;
        return JSON.stringify({
          role,
          name,
          primary: primary === undefined ? undefined : idOf(primary),
          members: members.map(idOf),
        });
      },
    ),
    "group/volume": number(
      "Group volume",
      {
        names: { de: "Gruppenlautstärke", fr: "Volume du groupe", zh: "编组音量" },
        unit: "%",
        range: { min: 0, max: 100 },
        sample: "30",
        about: "at the primary: that of the whole group",
      },
      ({ volume }) => volume,
    ),
    "group/mute": flag(
      "Group mute",
      {
        names: { de: "Stummschaltung der Gruppe", fr: "Sourdine du groupe", zh: "编组静音" },
        sample: "off",
        about: "at the primary: `on` or `off` for the whole group",
      },
      ({ isMuted }) => isMuted,
    ),
  },
  dependsOn: ["bridge.neighbors"],
} satisfies Resource<GroupState, GroupContext>;
