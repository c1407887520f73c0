/** One input as the player keeps it; its index is its place in the list. */
export interface AudioInput {
  name: string;
  readonly historyName: string;
  readonly tag: string;
  readonly isEdit: boolean;
}

/** One output as the player keeps it, with what outputInfo says while it is the current one. */
export interface AudioOutput {
  name: string;
  readonly tag: string;
  enabled: boolean;
  /** Old firmware writes the flag as 1 or "1". */
  readonly enableAs: "boolean" | "number" | "text";
  readonly title: string;
  readonly format: string;
  readonly sampleRate: string;
  readonly settings: string;
  readonly option: number;
  readonly attached: { readonly vidPid: string; readonly name: string };
}

/** The routing of a preset; `extras` are fields that newer firmware adds to the answer. */
export interface RoutingPreset {
  readonly inputs: readonly AudioInput[];
  readonly outputs: readonly AudioOutput[];
  readonly inputIndex: number;
  readonly outputIndex: number;
  readonly extras?: Readonly<Record<string, unknown>>;
}

export class AudioRouting {
  readonly inputs: AudioInput[];
  readonly outputs: AudioOutput[];
  readonly extras: Readonly<Record<string, unknown>>;
  inputIndex: number;
  outputIndex: number;

  constructor(preset: RoutingPreset) {
    this.inputs = preset.inputs.map((input) => ({ ...input }));
    this.outputs = preset.outputs.map((output) => ({ ...output }));
    this.inputIndex = preset.inputIndex;
    this.outputIndex = preset.outputIndex;
    this.extras = preset.extras ?? {};
  }

  get input(): AudioInput | undefined {
    return this.inputs[this.inputIndex];
  }

  get output(): AudioOutput | undefined {
    return this.outputs[this.outputIndex];
  }

  selectInput(tag: string): boolean {
    const index = this.inputs.findIndex((input) => input.tag === tag);
    if (index !== -1) this.inputIndex = index;
    return index !== -1;
  }

  /** Selects an output; returns whether the tag is known. A disabled output is known but stays unselected. */
  selectOutput(tag: string): boolean {
    const index = this.outputs.findIndex((output) => output.tag === tag);
    if (this.outputs[index]?.enabled === true) this.outputIndex = index;
    return index !== -1;
  }

  renameInput(tag: string, name: string): void {
    entryOf(this.inputs, tag).name = name;
  }

  renameOutput(tag: string, name: string): void {
    entryOf(this.outputs, tag).name = name;
  }

  setOutputEnabled(tag: string, enabled: boolean): void {
    entryOf(this.outputs, tag).enabled = enabled;
  }
}

function entryOf<Entry extends { readonly tag: string }>(entries: readonly Entry[], tag: string): Entry {
  const entry = entries.find((candidate) => candidate.tag === tag);
  if (entry !== undefined) return entry;
  throw new RangeError(`No tag "${tag}": there are ${entries.map((each) => each.tag).join(", ")}`);
}
