/** A warning or an error of Home Assistant that has to do with us. */
export type Complaint = string;

const begin = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+\S* (?<level>[A-Z]+) /;
const ours = /mqtt|cinema|study|templat|recorder|automation|universal/i;

/** Reads the lines of a log, each with the lines that belong to it, and keeps what complains of us. */
export function complaintsIn(log: string): Complaint[] {
  const records: string[] = [];
  for (const line of log.split("\n")) {
    if (begin.test(line) || records.length === 0) records.push(line);
    else records.push(`${records.pop() ?? ""}\n${line}`);
  }
  return records.filter((record) => {
    const level = begin.exec(record)?.groups?.["level"];
    return (level === "WARNING" || level === "ERROR" || level === "CRITICAL") && ours.test(record);
  });
}

/** What Home Assistant rightly says of itself and the broker when one of them goes away and comes back. */
const newsOfRestarts = [
  /Disconnected from MQTT server/,
  /Failed to connect to MQTT server/,
  /Error returned from MQTT server/,
  // It was about to announce its birth when the broker went away.
  /_async_resubscribe_and_publish_birth_message[^]*The client is not currently connected/,
  /could not validate that the sqlite3 database/,
  /Ended unfinished session/,
];

/** What it says to somebody who deletes an entity, or a device: then each entity empties the same topic. */
const newsOfDeletions = [
  /was removed from Home Assistant, it will be added again/,
  /No device components to cleanup for/,
];

/** The complaints that are no mere news of what a test does. */
export function beyondNews(complaints: readonly Complaint[]): Complaint[] {
  const news = [...newsOfRestarts, ...newsOfDeletions];
  return complaints.filter((complaint) => !news.some((one) => one.test(complaint)));
}
