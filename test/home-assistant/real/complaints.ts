/** A warning or an error of Home Assistant that has to do with us. */
export type Complaint = string;

const begin = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+\S* (?<level>[A-Z]+) /;
/** The parts of Home Assistant that we use, as the name of a logger or in the lines of a traceback. */
const ourParts =
  /components[./](?:mqtt|player2mqtt|template|recorder|automation|script|universal)\b|helpers[./]template/;
const ourWords = /mqtt|cinema|study/i;
const ofEachCustomIntegration = /custom integration \w+ which has not been tested by Home Assistant/;
/** Its folders are named after us. */
const paths = /\/[\w./-]+/g;

/** Reads the lines of a log, each with the lines that belong to it, and keeps what complains of us. */
export function complaintsIn(log: string): Complaint[] {
  const records: string[] = [];
  for (const line of log.split("\n")) {
    if (begin.test(line) || records.length === 0) records.push(line);
    else records.push(`${records.pop() ?? ""}\n${line}`);
  }
  return records.filter((record) => {
    const level = begin.exec(record)?.groups?.["level"];
    const isBad = level === "WARNING" || level === "ERROR" || level === "CRITICAL";
    const [headline = ""] = record.split("\n");
    if (!isBad || ofEachCustomIntegration.test(headline)) return false;
    return ourParts.test(record) || ourWords.test(headline.replaceAll(paths, ""));
  });
}

/** The messages about itself and the broker that are right when one of them goes away and comes back. */
const newsOfRestarts = [
  /Disconnected from MQTT server/,
  /Failed to connect to MQTT server/,
  /Error returned from MQTT server/,
  /paho\.mqtt\.client\] failed to receive on socket/,
  // It was about to announce its birth when the broker went away.
  /_async_resubscribe_and_publish_birth_message[^]*The client is not currently connected/,
  /could not validate that the sqlite3 database/,
  /Ended unfinished session/,
  /mqtt\.discovery is logging too frequently/,
];

/** The messages after an entity or a device was deleted: then each entity empties the same topic. */
const newsOfDeletions = [
  /was removed from Home Assistant, it will be added again/,
  /No device components to cleanup for/,
];

/** The messages about a failed service call, besides the answer to its caller. */
const newsOfRefusals = [
  /Error during service call to/,
  /websocket_api\.http\.connection\] \[\d+\] (?:Cinema|Study)\b/,
];

export function beyondNews(complaints: readonly Complaint[]): Complaint[] {
  const news = [...newsOfRestarts, ...newsOfDeletions, ...newsOfRefusals];
  return complaints.filter((complaint) => !news.some((one) => one.test(complaint)));
}
