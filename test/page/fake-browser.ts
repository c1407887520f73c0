import { vi } from "vitest";
import { importUntyped } from "../support/import-untyped.ts";

const { h, render } = await importUntyped<{
  readonly h: (component: unknown, props: object, ...children: readonly unknown[]) => unknown;
  readonly render: (node: unknown, root: FakeElement) => void;
}>("preact");
export { h };

/** Draws what `h` has made; null takes it away. */
export function draw(node: unknown, root: FakeElement): void {
  render(node, root);
}

/** A node of a document: as much of one as Preact and the page use. */
export class FakeElement extends EventTarget {
  readonly localName: string;
  readonly namespaceURI: string;
  readonly nodeType = 1;
  readonly attributes = new Map<string, string>();
  readonly dataset = {};
  readonly style: Record<string, unknown> = {
    setProperty: (name: string, value: string) => (this.style[name] = value),
    removeProperty: (name: string) => delete this.style[name],
  };
  readonly childNodes: FakeElement[] = [];
  parentNode: FakeElement | null = null;
  /** The text of a text node. */
  data: string | undefined;

  constructor(localName: string, namespaceURI = "http://www.w3.org/1999/xhtml") {
    super();
    this.localName = localName;
    this.namespaceURI = namespaceURI;
  }

  get firstChild(): FakeElement | null {
    return this.childNodes[0] ?? null;
  }

  get nextSibling(): FakeElement | null {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, String(value));
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  insertBefore(node: FakeElement, before: FakeElement | null): void {
    node.remove();
    const place = before === null ? -1 : this.childNodes.indexOf(before);
    this.childNodes.splice(place < 0 ? this.childNodes.length : place, 0, node);
    node.parentNode = this;
  }

  appendChild(node: FakeElement): void {
    this.insertBefore(node, null);
  }

  removeChild(node: FakeElement): void {
    node.remove();
  }

  remove(): void {
    const { childNodes = [] } = this.parentNode ?? {};
    const place = childNodes.indexOf(this);
    if (place >= 0) childNodes.splice(place, 1);
    this.parentNode = null;
  }

  /** All elements of this name, in the order of the document. */
  all(name: string): FakeElement[] {
    return this.childNodes.flatMap((child) => [
      ...(child.localName === name ? [child] : []),
      ...child.all(name),
    ]);
  }

  /** What people and screen readers get: names, attributes and texts. */
  get markup(): string {
    if (this.data !== undefined) return this.data;
    const attributes = [...this.attributes]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => ` ${name}="${value}"`);
    return `<${this.localName}${attributes.join("")}>${this.childNodes.map(({ markup }) => markup).join("")}</>\n`;
  }

  /** What people read. */
  get said(): string {
    return this.#texts.join(" ").replaceAll(/\s+/g, " ").trim();
  }

  get #texts(): readonly string[] {
    return this.data === undefined ? this.childNodes.flatMap((child) => child.#texts) : [this.data];
  }

  get label(): string {
    const texts = this.childNodes.map(({ data, label }) => data ?? label);
    return this.attributes.get("aria-label") ?? texts.join("");
  }

  contains(): boolean {
    return false;
  }
  closest(): null {
    return null;
  }
  querySelector(): null {
    return null;
  }
  querySelectorAll(): [] {
    return [];
  }
  focus(): void {}
  scrollTo(): void {}
  setPointerCapture(): void {}
  /** As wide as the values of a slider, which has half a thumb at both ends. */
  getBoundingClientRect(): object {
    return { left: 0, width: 116 };
  }
  showModal(): void {}
}

/** Clicks the first button of this name. */
export function click(page: FakeElement, name: string): void {
  const button = page.all("button").find(({ label }) => label === name);
  if (button === undefined) throw new Error(`no button ${name} in ${page.markup}`);
  button.dispatchEvent(new Event("click"));
}

/** Enters a text into the field of this name, or picks or ticks it. */
export function fill(within: FakeElement, name: string, value: string | boolean, place = 0): void {
  const nameOf = ({ attributes, parentNode }: FakeElement): string | undefined =>
    attributes.get("aria-label") ??
    (parentNode?.localName === "label" ? parentNode : parentNode?.firstChild)?.label;
  const fields = ["input", "select", "textarea"].flatMap((kind) => within.all(kind));
  const field = fields.filter((one) => nameOf(one) === name)[place];
  if (field === undefined) throw new Error(`no field ${name} in ${within.markup}`);
  Object.assign(field, typeof value === "string" ? { value } : { checked: value });
  const isTyped = field.localName !== "select" && typeof value === "string";
  field.dispatchEvent(new Event(isTyped ? "input" : "change"));
}

/** The form, or part of a form, with a button of this name. */
export function formWith(page: FakeElement, button: string): FakeElement {
  const found = page.all("form").find((form) => form.all("button").some(({ label }) => label === button));
  if (found === undefined) throw new Error(`no form with ${button} in ${page.markup}`);
  return found;
}

/** Submits it. */
export function submitForm(page: FakeElement, button: string): void {
  formWith(page, button).dispatchEvent(new Event("submit"));
}

/** A stream of events that a page has open. */
export class FakeStream extends EventTarget {
  static readonly CLOSED = 2;
  /** Those that are open. */
  static readonly open = new Set<FakeStream>();
  readyState = 1;
  readonly address: string;

  constructor(address: string) {
    super();
    this.address = address;
    FakeStream.open.add(this);
  }

  tell(name: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }

  close(): void {
    this.readyState = FakeStream.CLOSED;
    FakeStream.open.delete(this);
  }
}

interface Asked {
  readonly method: string;
  readonly body: unknown;
  readonly token: string | undefined;
}

/** What a bridge answers, or else somebody between. */
export interface Answered {
  readonly status: number;
  readonly body?: unknown;
  /** What is no JSON, or how it broke off. */
  readonly text?: string | Error;
}

type FakeFetch = (address: string, asked: Asked) => Promise<Answered>;

class FakeStorage {
  readonly [name: string]: unknown;

  getItem(name: string): unknown {
    return this[name] ?? null;
  }

  setItem(name: string, text: string): void {
    Object.assign(this, { [name]: text });
  }

  removeItem(name: string): void {
    Reflect.deleteProperty(this, name);
  }
}

/** What a page is told of when it comes into view, or has another size. */
class FakeObserver {
  /** A module makes its observer once, for all tests. */
  static readonly observed = new Set<object>();

  readonly #own = new Set<object>();

  observe(element: object): void {
    this.#own.add(element);
    FakeObserver.observed.add(element);
  }

  unobserve(element: object): void {
    this.#own.delete(element);
    FakeObserver.observed.delete(element);
  }

  disconnect(): void {
    for (const element of this.#own) this.unobserve(element);
  }
}

export function startBrowser(answer: FakeFetch): FakeBrowser {
  FakeObserver.observed.clear();
  return new FakeBrowser(answer);
}

/** The globals of a browser, until `vi.unstubAllGlobals`. */
class FakeBrowser {
  /** What a tab keeps. */
  readonly kept = new FakeStorage();
  readonly #window = new EventTarget();
  /** The listeners at the window and the document, by their event. */
  readonly listening: string[] = [];
  readonly observed = FakeObserver.observed;
  reloads = 0;
  readonly #document: { hidden: boolean };
  #hash = "";

  constructor(answer: FakeFetch) {
    const listen = (name: string, listener: (event: Event) => void): void => {
      this.#window.addEventListener(name, listener);
      this.listening.push(name);
    };
    const leave = (name: string, listener: (event: Event) => void): void => {
      this.#window.removeEventListener(name, listener);
      this.listening.splice(this.listening.indexOf(name), 1);
    };
    const events = { addEventListener: listen, removeEventListener: leave };
    const hash = { get: () => this.#hash, set: (wanted: string) => this.go(wanted) };
    const location: object = Object.defineProperty({ reload: () => (this.reloads += 1) }, "hash", hash);
    const fetch = async (
      address: string,
      {
        method = "GET",
        headers,
        body,
      }: { method?: string; headers?: Record<string, string>; body?: string } = {},
    ) => {
      const asked = {
        method,
        body: body === undefined ? undefined : JSON.parse(body),
        token: headers?.["x-forgery-token"],
      };
      const {
        status,
        body: told,
        text = told === undefined ? "" : JSON.stringify(told),
      } = await answer(address, asked);
      const read = async (): Promise<string> => {
        if (text instanceof Error) throw text;
        return text;
      };
      return { ok: status < 300, status, text: read, json: async () => JSON.parse(await read()) };
    };
    const matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} });
    const ofDocument = {
      ...events,
      documentElement: new FakeElement("html"),
      body: new FakeElement("body"),
      hidden: false,
      createElementNS: (namespace: string, name: string) => new FakeElement(name, namespace),
      createTextNode: (text: string) => Object.assign(new FakeElement("#text"), { data: text }),
      querySelector: () => null,
    };
    this.#document = ofDocument;
    const all: Readonly<Record<string, unknown>> = {
      ...events,
      document: ofDocument,
      window: {
        fetch,
        matchMedia,
        location,
        localStorage: new FakeStorage(),
        setTimeout: (then: () => void, ms: number) => setTimeout(then, ms),
        setInterval: (then: () => void, ms: number) => setInterval(then, ms),
      },
      location,
      matchMedia,
      sessionStorage: this.kept,
      navigator: {},
      scrollTo: () => {},
      innerHeight: 800,
      Element: FakeElement,
      // None of the elements is one.
      HTMLInputElement: Map,
      IntersectionObserver: FakeObserver,
      ResizeObserver: FakeObserver,
      EventSource: FakeStream,
    };
    for (const [name, value] of Object.entries(all)) vi.stubGlobal(name, value);
  }

  go(hash: string): void {
    this.#hash = hash;
    this.happen("hashchange");
  }

  /** Whether another tab is in front. */
  hide(isHidden: boolean): void {
    this.#document.hidden = isHidden;
    this.happen("visibilitychange");
  }

  happen(name: string, fields: object = {}): void {
    this.#window.dispatchEvent(Object.assign(new Event(name), fields));
  }
}
