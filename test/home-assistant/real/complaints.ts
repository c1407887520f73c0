/** A warning or an error of Home Assistant that has to do with us. */
export type Complaint = string;

const begin = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+\S* (?<level>[A-Z]+) /;
const ours = /mqtt|cinema|study|templat|recorder/i;

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

/** What Home Assistant rightly says of a broker that goes away and comes back. */
const brokerIsGone = [
  /Disconnected from MQTT server/,
  /Failed to connect to MQTT server/,
  /Error returned from MQTT server/,
];

/** The complaints that are no mere news of the broker. */
export function beyondBroker(complaints: readonly Complaint[]): Complaint[] {
  return complaints.filter((complaint) => !brokerIsGone.some((news) => news.test(complaint)));
}
