import type { IncomingMessage } from "../core/topics/message.ts";

/**
 * Topics on which a message would be taken for a command or for a bridge's own message: `x/set`, `x/bridge/y`,
 * `x/request/y`.
 */
const ofSomeBridge = /\/set$|\/(bridge(-\d+)?|request)\//;

/**
 * Removes a response topic on which an answer would be misread: below a reserved prefix such as Home Assistant's, or a
 * topic that a bridge reads as a command.
 */
export function withSafeReply(message: IncomingMessage, reserved: readonly string[]): IncomingMessage {
  const topic = message.replyTo?.topic;
  if (topic === undefined) return message;
  const isReserved = reserved.some((prefix) => topic === prefix || topic.startsWith(`${prefix}/`));
  return isReserved || ofSomeBridge.test(topic) ? { ...message, replyTo: undefined } : message;
}
