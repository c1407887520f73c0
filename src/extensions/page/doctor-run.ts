import type { AreaView, CheckView, FindingView } from "./wire.ts";

export type CheckEvent =
  | {
      readonly kind: "begun";
      readonly areas: readonly Pick<AreaView, "id" | "title" | "titleCode" | "subject">[];
    }
  | { readonly kind: "found"; readonly area: string; readonly finding: FindingView }
  | { readonly kind: "ended"; readonly area: string };

export type Examine = (tell: (event: CheckEvent) => void, signal: AbortSignal) => Promise<void>;

/** One examination at a time, started from any page and followed by all. */
export class DoctorRun implements Disposable {
  readonly #examine: Examine;
  readonly #onChanged: () => void;
  readonly #stop = new AbortController();
  #check: CheckView = { state: "idle", areas: [], reason: "" };

  constructor(examine: Examine, onChanged: () => void) {
    this.#examine = examine;
    this.#onChanged = onChanged;
  }

  get check(): CheckView {
    return this.#check;
  }

  start(): void {
    if (this.#check.state === "running") return;
    this.#set({ state: "running", areas: [], reason: "" });
    void this.#run();
  }

  [Symbol.dispose](): void {
    this.#stop.abort();
  }

  async #run(): Promise<void> {
    try {
      await this.#examine((event) => this.#take(event), this.#stop.signal);
      this.#set({ ...this.#check, state: "done" });
    } catch (error) {
      // Show a fault of the doctor on the page; the bridge keeps running.
      this.#set({ ...this.#check, state: "failed", reason: String(error) });
    }
  }

  #take(event: CheckEvent): void {
    switch (event.kind) {
      case "begun": {
        const begun = event.areas.map((area) => ({ ...area, findings: [], isDone: false }));
        this.#set({ ...this.#check, areas: begun });
        break;
      }
      case "found":
        this.#change(event.area, ({ findings }) => ({ findings: [...findings, event.finding] }));
        break;
      case "ended":
        this.#change(event.area, () => ({ isDone: true }));
        break;
    }
  }

  #change(id: string, change: (area: AreaView) => Partial<AreaView>): void {
    const areas = this.#check.areas.map((area) => (area.id === id ? { ...area, ...change(area) } : area));
    this.#set({ ...this.#check, areas });
  }

  #set(check: CheckView): void {
    this.#check = check;
    this.#onChanged();
  }
}
