/** Delays that double from `firstMs` up to `maxMs`. */
export interface BackoffPolicy {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * The pause before attempt number `attempt` (from 1): between three quarters and all of the doubled delay. The caller
 * passes `random` (0 to 1), so that the core stays pure; jitter keeps a fleet from retrying in step.
 */
export function backoffMs(policy: BackoffPolicy, attempt: number, random: number): number {
  const doubled = policy.firstMs * 2 ** Math.min(Math.max(attempt, 1) - 1, 30);
  return Math.round(Math.min(doubled, policy.maxMs) * (0.75 + 0.25 * random));
}
