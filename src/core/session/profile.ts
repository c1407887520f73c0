import type { OperationState } from "../controls/known-player.ts";
import { forEachResource } from "../resources/player.ts";
import type { ResourceState } from "../resources/resource.ts";
import type { PlayerProfile } from "./family-rules.ts";
import { uncounted } from "./schedule.ts";
import type { Session } from "./session.ts";

/** What a session takes over of a profile. */
export type RecognizedProfile = Omit<PlayerProfile, "rules" | "ignoredSettings">;

/** The session of a player that turned out to be of this family. What another family lacked may be there now. */
export function withProfile(session: Session, profile: RecognizedProfile, now: number): Session {
  const { family, address, resources: had, calls, browses, withoutOperations, withoutResources } = profile;
  const missingTopics = new Set<string>(profile.missingTopics);
  const resources = forEachResource<ResourceState>((name) => {
    const resource = session.resources[name];
    const unread =
      had?.includes(name) === false ? "lacking" : withoutResources.includes(name) ? "off" : undefined;
    if (unread !== undefined)
      return { ...resource, dueAt: Number.POSITIVE_INFINITY, support: "unsupported", unread };
    return resource.unread === undefined ? resource : { ...resource, dueAt: now, support: "unknown", unread };
  });
  const off = withoutOperations.map((name) => [name, { support: "off", denials: 0 } as const] as const);
  const kept = Object.entries(session.operations).filter(([, { support }]) => support !== "off");
  return {
    ...session,
    schedule: uncounted(session.schedule),
    profile: { family, address, calls: calls && new Set(calls), browses, missingTopics },
    resources,
    operations: Object.fromEntries<OperationState>([...kept, ...off]),
  };
}
