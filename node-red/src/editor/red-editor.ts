/** The parts of Node-RED's editor that the dialogs use. */
export interface RedEditor {
  readonly nodes: {
    registerType(type: string, definition: NodeDefinition): void;
    node(id: string): EditorNode | null;
  };
}

export interface EditorNode {
  readonly id: string;
  readonly changed?: boolean;
  readonly [property: string]: unknown;
}

interface NodeProperty {
  readonly value: unknown;
  readonly type?: string;
  readonly required?: boolean;
  readonly validate?: (this: Readonly<Record<string, unknown>>, value: unknown) => boolean;
}

interface NodeDefinition {
  readonly category: string;
  readonly defaults: Readonly<Record<string, NodeProperty>>;
  readonly label: (this: DialogNode) => string;
  readonly color?: string;
  readonly icon?: string;
  readonly inputs?: number;
  readonly outputs?: number;
  readonly paletteLabel?: string;
  readonly labelStyle?: (this: DialogNode) => string;
  readonly outputLabels?: (this: DialogNode, index: number) => string;
  readonly oneditprepare?: (this: DialogNode) => void;
  readonly oneditsave?: (this: DialogNode) => void;
  readonly oneditcancel?: (this: DialogNode) => void;
  readonly onpaletteadd?: () => void;
}

/** A node whose dialog is open, or whose label is drawn. */
export interface DialogNode extends EditorNode {
  /** Translates; a key without a namespace is one of this package. */
  _(key: string, values?: Readonly<Record<string, unknown>>): string;
}

interface TypedInputType {
  readonly value: string;
  readonly label: string;
  readonly icon?: string;
  readonly hasValue?: boolean;
}

/** A set of elements as jQuery, which the editor brings along, has them. */
interface Elements {
  val(): unknown;
  val(value: string): Elements;
  on(events: string, listener: () => void): Elements;
  trigger(event: string): Elements;
  prop(name: string, value: boolean): Elements;
  toggle(isShown: boolean): Elements;
  text(text: string): Elements;
  get(index: number): HTMLElement | undefined;
  typedInput(options: {
    readonly default: string;
    readonly types: readonly (string | TypedInputType)[];
    readonly typeField: string;
  }): Elements;
  typedInput(method: "type"): string;
}

export interface JQuery {
  (selector: string): Elements;
  getJSON(url: string): PromiseLike<unknown>;
}
