import type { IncomingMessage } from "../core/topics/message.ts";

/** Topics on which a message would be a command or a statement of a bridge: `x/set`, `x/bridge/y`, `x/request/y`. */
const ofSomeBridge = /\/set$|\/(bridge(-\d+)?|request)\//;

/**
 * The message without a response topic on which an answer would be taken for something else: below a reserved prefix
 * such as Home Assistant's, or a topic that some bridge reads as a command.
 */
export function withSafeReply(message: IncomingMessage, reserved: readonly string[]): IncomingMessage {
  const topic = message.replyTo?.topic;
  if (topic === undefined) return message;
  const isReserved = reserved.some((prefix) => topic === prefix || topic.startsWith(`${prefix}/`));
  return isReserved || ofSomeBridge.test(topic) ? { ...message, replyTo: undefined } : message;
}
