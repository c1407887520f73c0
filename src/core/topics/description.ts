import { announceSupport, announceWording } from "../controls/announce.ts";
import { actionTitles, presetWording } from "../controls/command.ts";
import type { Control } from "../controls/control.ts";
import type { KnownPlayer } from "../controls/known-player.ts";
import {
  type ControlName,
  controlNames,
  controls,
  controlSupport,
  controlTitle,
  isPossible,
  isProperty,
} from "../controls/table.ts";
import { fits } from "../resources/fit.ts";
import { offeredLeaves, properties, type ResourceLeaf, resourceLeaves } from "../resources/player.ts";
import type { PropertyFacts } from "../resources/property.ts";
import { allowedSettings, type PlayerSetting, settingLeaves } from "../resources/settings.ts";

/** It grows when a program that knows the form before would misunderstand this one. */
const version = 1;

/** What a program may send to `<topic>/set`. */
export interface Setter {
  /** The field of a JSON payload that has the value. */
  readonly field: "tag" | "value";
  readonly words?: readonly string[] | undefined;
  readonly examples?: readonly string[] | undefined;
  /** Further fields of a JSON payload. */
  readonly fields?: readonly string[] | undefined;
  /** Whether it may end what somebody else is using. */
  readonly isDestructive?: true | undefined;
}

/** A property of a player, with the topics of its parts. */
interface DescribedProperty {
  readonly title: string;
  readonly kind: string;
  readonly unit?: PropertyFacts["unit"] | undefined;
  readonly words?: readonly string[] | undefined;
  readonly range?: PropertyFacts["range"] | undefined;
  readonly rangeTopic?: string | undefined;
  readonly category?: PropertyFacts["category"] | undefined;
  readonly name?: string;
  readonly options?: string;
  readonly data?: string;
  readonly type?: string;
  readonly set?: Setter | undefined;
}

interface DescribedAction extends Setter {
  readonly title: string;
  readonly options?: string;
}

export interface Description {
  readonly version: number;
  readonly properties: Readonly<Record<string, DescribedProperty>>;
  readonly actions: Readonly<Record<string, DescribedAction>>;
  readonly events: Readonly<Record<string, { readonly title: string }>>;
  /** Whether properties are left out since the message would be too large. */
  readonly isCut?: true;
}

const partKinds = ["options", "range", "name", "data", "type"] as const;
const isPart: ReadonlySet<string> = new Set(partKinds);

/** What is left out of a description that is too large, in this order. */
const dispensable = ["rare", "diagnostic", "setting"] as const;

/** What a player has, by topic, for programs that do not know the topics: the payload of `<id>/description`. */
export function renderDescription(known: KnownPlayer, maxPayloadBytes: number): string {
  let description = describe(known);
  let text = JSON.stringify(description);
  for (const category of dispensable) {
    if (fits(text, maxPayloadBytes)) break;
    const kept = Object.entries(description.properties).filter(([, one]) => one.category !== category);
    description = { ...description, properties: Object.fromEntries(kept), isCut: true };
    text = JSON.stringify(description);
  }
  return text;
}

function describe(known: KnownPlayer): Description {
  const own = offeredLeaves(known);
  const values = resourceLeaves.filter((leaf) => {
    const { kind, category } = properties[leaf];
    return own.has(leaf) && !isPart.has(kind) && category !== "internal";
  });
  const settings = allowedSettings(known).flatMap(({ setting }) => setting ?? []);
  return {
    version,
    properties: Object.fromEntries([
      ...values.map((leaf) => [leaf, propertyOf(leaf, known, own)] as const),
      ...settings.map((setting) => settingOf(setting)),
    ]),
    actions: Object.fromEntries(actionsOf(known, own)),
    events: {
      ...(known.resources.video.support === "supported" && { watched: { title: "Film watched" } }),
      ...(known.resources.music.support === "supported" && { played: { title: "Track played" } }),
      result: { title: "Outcome of a command" },
    },
  };
}

function propertyOf(leaf: ResourceLeaf, known: KnownPlayer, own: ReadonlySet<string>): DescribedProperty {
  const { title, kind, unit, words, range, rangeTopic, category } = properties[leaf];
  return {
    title,
    kind,
    unit,
    words,
    range,
    rangeTopic,
    category,
    ...Object.fromEntries(partsOf(leaf, own)),
    // The topic below a property with a fixed range is for the same in another unit.
    ...(range !== undefined && { rangeTopic: undefined }),
    set: isControl(leaf) ? setterOf(leaf, known) : undefined,
  };
}

/** The topics of the parts of a property or an action that the player has, by their kinds. */
function partsOf(leaf: string, own: ReadonlySet<string>): readonly (readonly [string, string])[] {
  return partKinds
    .filter((kind) => own.has(`${leaf}/${kind}`))
    .map((kind) => [kind === "range" ? "rangeTopic" : kind, `${leaf}/${kind}`] as const);
}

function isControl(name: string): name is ControlName {
  return name in controls;
}

function setterOf(name: ControlName, known: KnownPlayer): Setter | undefined {
  if (!isPossible(controlSupport(known, name))) return undefined;
  const { field, words, wordsFor, examples, fields, isDestructive }: Control = controls[name];
  return { field, words: wordsFor?.(known) ?? words, examples, fields, isDestructive };
}

/** A setting has the same topics at every player, so that its parts need not be known. */
function settingOf(setting: PlayerSetting): readonly [string, DescribedProperty] {
  const { tag, title } = setting;
  const [, , options, rangeTopic, , leaf] = settingLeaves(tag);
  if (setting.kind === "fact") return [leaf, { title, category: "diagnostic", kind: setting.valueKind }];
  const set = { field: "value" } as const;
  const common = { title, category: "setting", set } as const;
  if (setting.kind === "range") return [leaf, { ...common, kind: "number", rangeTopic }];
  return [leaf, { ...common, kind: setting.kind === "switch" ? "flag" : "choice", options }];
}

function actionsOf(
  known: KnownPlayer,
  own: ReadonlySet<string>,
): readonly (readonly [string, DescribedAction])[] {
  const controlled = controlNames.flatMap((name) => {
    const set = isProperty(name) || name === "settings" ? undefined : setterOf(name, known);
    if (set === undefined) return [];
    const parts = Object.fromEntries(partsOf(name, own));
    return [[name, { title: controlTitle(name), ...parts, ...set }] as const];
  });
  const { field, fields } = announceWording;
  return [
    ...controlled,
    ...(announceSupport(known) === "unsupported"
      ? []
      : [["announce", { title: actionTitles.announce, field, fields }] as const]),
    ...(known.config.presets.length === 0
      ? []
      : [
          [
            "preset",
            { title: actionTitles.preset, field: presetWording.field, options: "preset/options" },
          ] as const,
        ]),
    ["refresh", { title: actionTitles.refresh, field: "value" }],
  ];
}
