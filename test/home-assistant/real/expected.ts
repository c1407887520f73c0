import { type RenderJob, renderAll } from "../jinja.ts";

interface Component {
  readonly platform: string;
  readonly default_entity_id: string;
  readonly state_topic?: string;
  readonly value_template?: string;
  readonly availability: readonly { readonly topic: string; readonly value_template?: string }[];
  readonly device_class?: string;
  readonly payload_on?: string;
}

interface Device extends Pick<Component, "availability"> {
  readonly components: Readonly<Record<string, Omit<Component, "availability">>>;
}

/** Says nothing before something happened, then the moment or the kind of it. */
const sinceItHappened = /^(?!unavailable$)/;
const aMoment = /^\d{4}-\d\d-\d\dT/;

/**
 * The states that Home Assistant should show of what a broker retains: announcements, and the topics that they name. A pattern
 * where the exact text cannot be foreseen.
 */
export function expectedFrom(retained: ReadonlyMap<string, string>): Map<string, string | RegExp> {
  const announced = [...retained].filter(([topic]) => /\/device\/[^/]+\/config$/.test(topic));
  const components = announced.flatMap(([, payload]) => {
    const { availability, components: listed } = JSON.parse(payload) as Device;
    // Of one that goes, nothing but its platform is left.
    const there = Object.values(listed).filter((one) => "default_entity_id" in one);
    return there.map((one): Component => ({ availability, ...one }));
  });
  const jobOf = (topic = "", template = "{{ value }}"): RenderJob => ({
    template,
    value: retained.get(topic) ?? "",
  });
  const jobs = components.flatMap(({ state_topic, value_template, availability }) => [
    jobOf(state_topic, value_template),
    ...availability.map((one) => jobOf(one.topic, one.value_template)),
  ]);
  const texts = new Map(renderAll(jobs).map(({ text }, place) => [JSON.stringify(jobs[place]), text]));
  const said = (...source: Parameters<typeof jobOf>): string =>
    texts.get(JSON.stringify(jobOf(...source))) ?? "None";
  return new Map(
    components.map((one) => {
      const { availability, default_entity_id: id, state_topic: topic, value_template: template } = one;
      const isThere = availability.every(
        (source) => retained.has(source.topic) && said(source.topic, source.value_template) === "online",
      );
      return [id, isThere ? shown(one, retained, said(topic, template)) : "unavailable"];
    }),
  );
}

/** The state of an entity that is available, from the text that its template has made. */
function shown(
  { platform, state_topic: topic, device_class: deviceClass, payload_on: on = "ON" }: Component,
  retained: ReadonlyMap<string, string>,
  text: string,
): string | RegExp {
  if (platform === "image" || deviceClass === "timestamp") return aMoment;
  if (topic === undefined || platform === "event" || topic.endsWith("/result")) return sinceItHappened;
  if (text === "None" || !retained.has(topic)) return "unknown";
  if (platform === "switch" || platform === "binary_sensor") return text === on ? "on" : "off";
  const isMoving = topic.endsWith("/position") && retained.get(topic.replace(/\w+$/, "state")) === "playing";
  return isMoving ? /^\d+$/ : text;
}
