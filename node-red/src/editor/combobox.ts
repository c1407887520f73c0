interface Row {
  readonly value: string;
  readonly label: string;
  /** Shown at the end, in grey. */
  readonly detail?: string;
  /** Can be chosen, but will not do anything just now. */
  readonly isDim?: boolean;
}

/** The choices, or why there are none. */
export interface Rows {
  readonly rows: readonly Row[];
  /** A line below the rows, such as why there are none. */
  readonly note?: string;
}

export interface ComboboxTexts {
  readonly loading: string;
  readonly open: string;
  /** For how many rows are not shown. */
  readonly more: (count: number) => string;
  readonly noMatch: string;
}

/** As many rows as a person looks through; a house of a thousand players is narrowed by typing. */
const mostRows = 100;
/** How often an open list is filled again. */
const refreshMs = 3000;

let number = 0;

/**
 * Makes a text field one that offers a list, filtered by what is typed; other texts can be typed all the same. Up, Down,
 * Enter and Escape work as in every such field (ARIA combobox with a listbox).
 */
export function attachCombobox(
  input: HTMLInputElement,
  load: () => PromiseLike<Rows>,
  texts: ComboboxTexts,
): { readonly detach: () => void } {
  const list = document.createElement("div");
  list.className = "player2mqtt-list";
  list.id = `player2mqtt-list-${(number += 1)}`;
  list.setAttribute("role", "listbox");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "red-ui-button player2mqtt-open";
  button.tabIndex = -1;
  button.setAttribute("aria-label", texts.open);
  button.innerHTML = '<i class="fa fa-caret-down" aria-hidden="true"></i>';
  input.after(button);
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-expanded", "false");
  input.setAttribute("aria-controls", list.id);
  input.autocomplete = "off";

  let rows: readonly Row[] = [];
  let note = texts.loading;
  let shown: readonly Row[] = [];
  let active = -1;
  /** The field filters only once something was typed: opened, the list shows everything. */
  let isFiltered = false;
  let timer: number | undefined;

  const isOpen = (): boolean => list.isConnected;
  const draw = (): void => {
    const wanted = isFiltered ? input.value.trim().toLowerCase() : "";
    const matches = rows.filter(({ value, label }) => `${value}\n${label}`.toLowerCase().includes(wanted));
    shown = matches.slice(0, mostRows);
    const current = shown.findIndex(({ value }) => value === input.value);
    if (active >= shown.length || active < 0) active = isFiltered ? Math.min(0, shown.length - 1) : current;
    list.replaceChildren(...shown.map(drawRow));
    const hidden = matches.length - shown.length;
    const last =
      hidden > 0 ? texts.more(hidden) : shown.length === 0 && rows.length > 0 ? texts.noMatch : note;
    if (last !== "") list.append(drawNote(last));
    mark();
  };
  const drawRow = ({ value, label, detail = "", isDim = false }: Row, index: number): HTMLElement => {
    const row = document.createElement("div");
    row.id = `${list.id}-${index}`;
    row.setAttribute("role", "option");
    row.className = `player2mqtt-row${isDim ? " is-dim" : ""}`;
    row.append(cell("player2mqtt-label", label));
    if (label !== value) row.append(cell("player2mqtt-value", value));
    if (detail !== "") row.append(cell("player2mqtt-detail", detail));
    // The field keeps the focus, and blur would close the list before the click.
    row.addEventListener("mousedown", (event) => {
      event.preventDefault();
      choose(index);
    });
    return row;
  };
  const mark = (): void => {
    for (const [index, row] of [...list.querySelectorAll('[role="option"]')].entries()) {
      row.setAttribute("aria-selected", String(index === active));
      if (index === active) row.scrollIntoView({ block: "nearest" });
    }
    if (active < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `${list.id}-${active}`);
  };
  const place = (): void => {
    const { left, bottom, top, width } = input.getBoundingClientRect();
    const below = window.innerHeight - bottom - 8;
    const height = Math.min(280, Math.max(below, top - 8));
    list.style.left = `${left}px`;
    list.style.minWidth = `${width}px`;
    list.style.maxHeight = `${height}px`;
    if (below >= Math.min(160, height)) {
      list.style.top = `${bottom + 2}px`;
      list.style.bottom = "";
    } else {
      list.style.top = "";
      list.style.bottom = `${window.innerHeight - top + 2}px`;
    }
  };
  const fill = async (): Promise<void> => {
    try {
      const loaded = await load();
      rows = loaded.rows;
      note = loaded.note ?? "";
    } catch {
      rows = [];
      note = "";
    }
    if (isOpen()) draw();
  };
  const open = (): void => {
    if (isOpen()) return;
    isFiltered = false;
    active = -1;
    note = rows.length > 0 ? note : texts.loading;
    document.body.append(list);
    place();
    draw();
    input.setAttribute("aria-expanded", "true");
    void fill();
    timer = window.setInterval(() => void fill(), refreshMs);
  };
  const close = (): void => {
    window.clearInterval(timer);
    list.remove();
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const choose = (index: number): void => {
    const row = shown[index];
    if (row === undefined) return;
    input.value = row.value;
    close();
    // jQuery, which the editor listens with, hears these as well.
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
    input.focus();
    close();
  };
  const move = (to: number): void => {
    if (shown.length === 0) return;
    active = (to + shown.length) % shown.length;
    mark();
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => (isOpen() ? move(active + 1) : open()),
    ArrowUp: () => (isOpen() ? move(active < 0 ? shown.length - 1 : active - 1) : open()),
    PageDown: () => move(Math.min(active + 8, shown.length - 1)),
    PageUp: () => move(Math.max(active - 8, 0)),
    Enter: () => choose(active),
    Escape: () => close(),
  };
  const onKey = (event: KeyboardEvent): void => {
    const isOurs = isOpen() ? event.key in keys : event.key === "ArrowDown" || event.key === "ArrowUp";
    if (event.key === "Tab") return close();
    if (!isOurs || (event.key === "Enter" && active < 0)) return;
    // Enter would press Done, Escape would close the dialog.
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]?.();
  };
  const onInput = (event: Event): void => {
    if (!event.isTrusted) return;
    if (!isOpen()) open();
    isFiltered = true;
    active = -1;
    draw();
  };
  const onBlur = (): void => close();
  const onButton = (event: MouseEvent): void => {
    event.preventDefault();
    if (isOpen()) return close();
    input.focus();
    open();
  };
  input.addEventListener("keydown", onKey);
  input.addEventListener("input", onInput);
  input.addEventListener("blur", onBlur);
  input.addEventListener("click", open);
  button.addEventListener("mousedown", onButton);
  return {
    detach: () => {
      close();
      button.remove();
      input.removeEventListener("keydown", onKey);
      input.removeEventListener("input", onInput);
      input.removeEventListener("blur", onBlur);
      input.removeEventListener("click", open);
      for (const name of ["role", "aria-autocomplete", "aria-expanded", "aria-controls"]) {
        input.removeAttribute(name);
      }
    },
  };
}

function cell(name: string, text: string): HTMLElement {
  const span = document.createElement("span");
  span.className = name;
  span.textContent = text;
  return span;
}

function drawNote(text: string): HTMLElement {
  const line = document.createElement("div");
  line.className = "player2mqtt-note";
  line.setAttribute("role", "status");
  line.textContent = text;
  return line;
}
