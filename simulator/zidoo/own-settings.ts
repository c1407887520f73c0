/** A page of a settings tree, as the player answers it. */
export type SettingsPage = Record<string, unknown>;

/** The pages of a settings tree by path, the values in them included; setting a value changes its page. */
export class OwnSettings {
  readonly pages: Map<string, SettingsPage>;
  /** Further entries of the first page, of any shape. */
  extras: readonly unknown[] = [];
  /** The tags of settings that accept another value, but keep the old one. */
  readonly ignored = new Set<string>();

  constructor(pages: Iterable<readonly [path: string, page: object]>) {
    this.pages = new Map(
      Array.from(pages, ([path, page]) => [path, structuredClone(page) as SettingsPage] as const),
    );
  }

  has(path: string): boolean {
    return this.pages.has(path) || this.#settableAt(path) !== undefined;
  }

  /** A page, or the status of a request that sets a value; undefined for a path that the tree does not have. */
  answer(path: string, query: URLSearchParams): object | 200 | 805 | undefined {
    const page = this.pages.get(path);
    if (page !== undefined) return path === rootPath ? this.#withExtras(page) : page;
    const settable = this.#settableAt(path);
    if (settable === undefined) return undefined;
    const { entry, parameter, owner } = settable;
    const change = changeOf(entry, query.get(parameter) ?? "");
    if (change === undefined) return 805;
    if (this.ignored.has(String(owner?.["tag"] ?? entry["tag"]))) return 200;
    Object.assign(entry, change.fields);
    if (owner !== undefined && "selectTitle" in owner) owner["selectTitle"] = change.title;
    return 200;
  }

  #withExtras(page: SettingsPage): object {
    const list = "data" in page ? "data" : "settings";
    return { ...page, [list]: [...(page[list] as unknown[]), ...this.extras] };
  }

  /** What a setter sets: a page of options, with the entry that points to it, or an entry. */
  #settableAt(path: string) {
    for (const [address, page] of this.pages) {
      for (const entry of entriesIn(page)) {
        const [setter = "", query = ""] = addressOf(entry).split("?");
        if (setter !== path || changeOf(entry, "0") === undefined) continue;
        const owner = entry === page ? this.#ownerOf(address) : undefined;
        return { entry, owner, parameter: query.match(/(\w+)=$/)?.[1] ?? "index" };
      }
    }
    return undefined;
  }

  #ownerOf(address: string): SettingsPage | undefined {
    return [...this.pages.values()].flatMap(entriesIn).find(({ url }) => url === address);
  }
}

export const rootPath = "/SystemSettings/getSystemSettings";

function addressOf({ setUrl, url }: SettingsPage): string {
  return [setUrl, url].find((address) => typeof address === "string") ?? "";
}

function entriesIn(value: unknown): SettingsPage[] {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) ? [] : [value as SettingsPage];
  return [...own, ...Object.values(value).flatMap(entriesIn)];
}

/** What a value changes in an entry, and its title; undefined for one that the entry does not take. */
function changeOf(
  entry: SettingsPage,
  value: string,
): { readonly fields: object; readonly title: string } | undefined {
  const number = /^-?\d+$/.test(value) ? Number(value) : undefined;
  if (number === undefined) return undefined;
  const options = (entry["options"] ?? entry["data"]) as readonly SettingsPage[] | undefined;
  const option = options?.find(({ index }) => index === number);
  if (option !== undefined && "currentIndex" in entry)
    return { fields: { currentIndex: number }, title: String(option["title"]) };
  if ("switchStatus" in entry && (number === 0 || number === 1))
    return { fields: { switchStatus: number === 1 }, title: "" };
  const isWithin = (min: unknown, max: unknown): boolean =>
    typeof max === "number" && number >= Number(min ?? 0) && number <= max;
  if (isWithin(entry["minValue"], entry["maxValue"])) return { fields: { currentValue: number }, title: "" };
  if (!isWithin(entry["minProgress"], entry["maxProgress"])) return undefined;
  const text = sliderText(entry, number);
  return {
    fields: {
      currentProgress: number,
      currentTitle: text,
      ...("selectTitle" in entry && { selectTitle: text }),
    },
    title: text,
  };
}

/** The text of a slider: between those of its ends, such as `-15 dB` and `15 dB`. */
function sliderText({ startTitle, endTitle, maxProgress }: SettingsPage, progress: number): string {
  const start = Number.parseFloat(String(startTitle));
  const end = Number.parseFloat(String(endTitle));
  const value = start + ((end - start) * progress) / Number(maxProgress);
  return `${Math.round(value * 10) / 10}${String(endTitle).replace(/^[-\d.]+/, "")}`;
}
