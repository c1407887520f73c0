import { asList, asObject, asText, type Json, type JsonObject } from "../../src/core/resources/json.ts";
import type { Message } from "../../src/core/topics/message.ts";
import type { Payload } from "../../src/core/resources/property.ts";
import { RecordingBroker } from "../support/bridge/recording-broker.ts";
import type { FakeClock } from "../support/fake-clock.ts";

/** A broker at which no announcement may get lost. */
export class FakeBroker extends RecordingBroker {
  #listener: (message: Message) => void = () => {};

  override publish(...messages: readonly Message<Payload>[]): void {
    for (const message of messages) {
      const { topic, payload, retain, qos, isTooLarge = false } = message;
      if (/\/config$|^player2mqtt-discovery\//.test(topic) && !(retain && qos === 1))
        throw new Error(`an announcement that may get lost: ${topic}`);
      super.publish(message);
      const others = this.tooLarge.filter((one) => one !== topic);
      this.tooLarge = isTooLarge ? [...others, topic] : others;
      this.#listener({ ...message, payload: String(payload) });
    }
  }

  listen(listener: (message: Message) => void): void {
    this.#listener = listener;
  }
}

interface FakeSelect {
  config: JsonObject;
  option: string | undefined;
}

/**
 * A model of Home Assistant's selects: it applies an announcement a while after it arrives, renders a state with the
 * template and options of that moment, and does not render it again when they change.
 */
export class FakeHomeAssistant {
  readonly selects = new Map<string, FakeSelect>();
  readonly errors: string[] = [];
  /** Moments at which a select had no state. */
  unknowns = 0;
  readonly #broker: FakeBroker;
  readonly #clock: FakeClock;
  readonly #digestMs: () => number;
  readonly #digestedAt = new Map<string, number>();

  constructor(broker: FakeBroker, clock: FakeClock, digestMs: () => number) {
    this.#broker = broker;
    this.#clock = clock;
    this.#digestMs = digestMs;
  }

  receive({ topic, payload }: Message): void {
    if (topic.endsWith("/config")) this.#discover(topic, payload);
    else
      for (const [key, select] of this.selects)
        if (select.config["state_topic"] === topic) this.#read(key, payload);
  }

  #discover(topic: string, payload: string): void {
    const now = this.#clock.now();
    if (payload === "") {
      this.selects.clear();
      return;
    }
    if (now < (this.#digestedAt.get(topic) ?? 0)) this.errors.push("two payloads back to back");
    const ms = this.#digestMs();
    this.#digestedAt.set(topic, now + ms);
    this.#clock.after(ms, () => {
      const { components } = JSON.parse(payload) as { components: Record<string, JsonObject> };
      for (const [key, component] of Object.entries(components)) this.#take(key, component);
    });
  }

  #take(key: string, component: JsonObject): void {
    if (Object.keys(component).length === 1) {
      this.selects.delete(key);
      return;
    }
    if (component["platform"] !== "select") return;
    const known = this.selects.get(key);
    this.selects.set(key, { config: component, option: known?.option });
    if (known === undefined) {
      const state = this.#broker.retained.get(asText(component["state_topic"]) ?? "");
      if (state !== undefined) this.#read(key, state);
    } else this.#check(key);
  }

  #read(key: string, payload: string): void {
    const select = this.selects.get(key);
    if (select === undefined) return;
    const dictionary = /^\{\{ (\{.*\})\.get\(value, "None"\) \}\}$/s.exec(
      asText(select.config["value_template"]) ?? "",
    );
    const options = new Map(Object.entries(asObject(JSON.parse(dictionary?.[1] ?? "") as Json) ?? {}));
    const option = asText(options.get(payload));
    if (option !== undefined && !asList(select.config["options"]).includes(option)) {
      this.errors.push(`${key}: invalid option ${option}`);
      return;
    }
    select.option = option;
    this.#check(key);
  }

  #check(key: string): void {
    const select = this.selects.get(key);
    // Without a topic for its state it shows what was selected last.
    if (select !== undefined && select.config["state_topic"] === undefined) return;
    if (select?.option === undefined) this.unknowns += 1;
    else if (!asList(select.config["options"]).includes(select.option)) {
      this.errors.push(`${key}: ${select.option} is outside the options`);
    }
  }
}
