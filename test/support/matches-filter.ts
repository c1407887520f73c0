/** Whether a topic fits a filter of MQTT. */
export function matchesFilter(filter: string, topic: string): boolean {
  const [wanted, levels] = [filter.split("/"), topic.split("/")];
  const isOpen = wanted.at(-1) === "#";
  const named = isOpen ? wanted.slice(0, -1) : wanted;
  const isLong = isOpen ? levels.length >= named.length : levels.length === named.length;
  return isLong && named.every((level, place) => level === "+" || level === levels[place]);
}
