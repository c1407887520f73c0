import { type GoalCheck, short } from "./bench.ts";
import type { SubjectName } from "./subjects.ts";

/** Whether each peer still starts: a failed check says why not, and the other peers are asked all the same. */
export async function askForFirstTopics(
  peers: readonly SubjectName[],
  firstTopicOf: (peer: SubjectName) => Promise<{ readonly firstMs: number }>,
): Promise<GoalCheck[]> {
  const checks: GoalCheck[] = [];
  for (const peer of peers) {
    const check = { goal: 4, what: `${peer} starts`, wanted: "a first topic" };
    try {
      const { firstMs } = await firstTopicOf(peer);
      checks.push({ ...check, reached: `one after ${short(firstMs)} ms`, holds: true });
    } catch (error) {
      checks.push({
        ...check,
        reached: error instanceof Error ? error.message : String(error),
        holds: false,
      });
    }
  }
  return checks;
}
