import type { Clock } from "../../src/lib/clock.ts";
import type { Case, Change } from "./arbitrary.ts";
import { problemsOf as bluosProblems } from "./bluos/expected.ts";
import type { BluosCase, Change as BluosChange } from "./bluos/arbitrary.ts";
import { BluosHttpPlayer } from "./bluos/http-player.ts";
import { apply as applyBluos } from "./bluos/model.ts";
import { commandFor as bluosCommandFor } from "./bluos/request.ts";
import { problemsOf } from "./expected.ts";
import { HttpPlayer } from "./http-player.ts";
import type { Outcome } from "./listener.ts";
import { apply } from "./model.ts";
import { commandFor, type Sent } from "./request.ts";
import type { Published, Settings } from "./topic-rules.ts";
import { problemsOf as wiimProblems } from "./wiim/expected.ts";
import type { WiimCase } from "./wiim/arbitrary.ts";
import { WiimHttpPlayer } from "./wiim/http-player.ts";
import { apply as applyWiim } from "./wiim/model.ts";
import { commandFor as wiimCommandFor } from "./wiim/request.ts";

/** What a player needs of the clock that it shares with its bridge. */
export type PlayerClock = Pick<Clock, "now" | "after">;

/** What a step of a history does. */
export type Act =
  | { readonly does: "date"; readonly hours: number }
  /** Something is another one now, which is noticed, or only when the owner asks for everything. */
  | { readonly does: "change"; readonly needsRefresh: boolean }
  | {
      readonly does: "commands";
      readonly sent: readonly Pick<Sent, "control" | "payload">[];
      readonly problemsWith: (told: readonly Outcome[]) => readonly string[];
    };

/** A player of any make in a house, and what happens to it. */
export interface Resident extends AsyncDisposable {
  readonly url: string;
  /** Ends every connection to it. */
  readonly cut: () => void;
  readonly misdeeds: readonly string[];
  readonly steps: readonly { readonly text: string; readonly begin: (published: Published) => Act }[];
  /** What is wrong with its topics. */
  problems(settings: Settings, published: Published): string[];
}

/** A player of any make, and what happens to it. */
export type AnyCase = Case | BluosCase | WiimCase;

/** Starts one of many. */
export function startResident(one: AnyCase, number: number, clock: PlayerClock): Promise<Resident> {
  if ("bluos" in one) return startBluos(one, number, clock);
  return "wiim" in one ? startWiim(one, number, clock) : startZidoo(one, number, clock);
}

async function startZidoo({ player, steps }: Case, number: number, clock: PlayerClock): Promise<Resident> {
  const http = await HttpPlayer.start(player, number, clock);
  return residentOf(http, steps, {
    begin: (step, published) => {
      if (step.do === "date") return { does: "date", hours: step.hours };
      if (step.do === "change") {
        const isOfUse = apply(player, step.change);
        return { does: "change", needsRefresh: isOfUse && needsRefresh(step.change, http) };
      }
      const { request } = step;
      http.manner = request.what === "hurry" ? "obeys" : step.manner;
      return request.what === "hurry"
        ? hurry(http, request.list, request.places)
        : single(commandFor(request, step.manner, player, published));
    },
    problems: (settings, published) => problemsOf(player, settings, published, http.url),
  });
}

async function startBluos(
  { bluos, steps }: BluosCase,
  number: number,
  clock: PlayerClock,
): Promise<Resident> {
  const http = await BluosHttpPlayer.start(bluos, number, clock);
  return residentOf(http, steps, {
    begin: (step, published) => {
      if (step.do === "change") {
        http.change(() => applyBluos(bluos, step.change));
        return { does: "change", needsRefresh: isUntold(step.change, http) };
      }
      http.manner = step.manner;
      return single(bluosCommandFor(step.request, step.manner, http, published));
    },
    problems: (settings, published) => bluosProblems(http, settings, published),
  });
}

async function startWiim({ wiim, steps }: WiimCase, number: number, clock: PlayerClock): Promise<Resident> {
  const http = await WiimHttpPlayer.start(wiim, number, clock);
  return residentOf(http, steps, {
    begin: (step, published) => {
      if (step.do === "change") {
        http.change(() => applyWiim(wiim, step.change));
        return { does: "change", needsRefresh: false };
      }
      http.manner = step.manner;
      return single(wiimCommandFor(step.request, step.manner, http, published));
    },
    problems: (_settings, published) => wiimProblems(http, published),
  });
}

function residentOf<Step>(
  http: HttpPlayer | BluosHttpPlayer | WiimHttpPlayer,
  steps: readonly Step[],
  { begin, problems }: Pick<Resident, "problems"> & { begin: (step: Step, published: Published) => Act },
): Resident {
  return {
    problems,
    steps: steps.map((step) => ({
      text: JSON.stringify(step),
      begin: (published) => begin(step, published),
    })),
    url: http.url,
    cut: () => http.cut(),
    misdeeds: http.misdeeds,
    [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
  };
}

function single({ control, payload, problemWith }: Sent): Act {
  return {
    does: "commands",
    sent: [{ control, payload }],
    problemsWith: ([told]) => {
      const problem = told && problemWith(told);
      return problem === undefined ? [] : [`${control} ${payload}: ${problem}`];
    },
  };
}

/** Only the last wish counts; those before it are superseded, or were carried out. */
function hurry({ player: { music } }: HttpPlayer, list: "input" | "output", places: readonly number[]): Act {
  const usable = music?.[list].entries.filter(({ enabled }) => enabled) ?? [];
  if (music === undefined || usable.length === 0) return { does: "change", needsRefresh: false };
  const tags = places.map((place) => usable[place % usable.length]?.tag ?? "");
  return {
    does: "commands",
    sent: tags.map((tag) => ({ control: `audio/${list}`, payload: tag })),
    problemsWith: (told) => {
      const wrong = told.filter(({ outcome }) => !["applied", "unchanged", "superseded"].includes(outcome));
      const choice = music[list];
      const current = choice.entries[choice.index]?.tag;
      return [
        ...wrong.map((one) => `a wish in a hurry is ${JSON.stringify(one)}`),
        ...(current === tags.at(-1)
          ? []
          : [`in a hurry, ${String(current)} was selected instead of ${String(tags.at(-1))}`]),
      ];
    },
  };
}

/** Whether nothing that is polled often shows the change. */
function needsRefresh({ what }: Change, { player: { music } }: HttpPlayer): boolean {
  const playing = music?.playing;
  if (what === "entries" || what === "entry" || what === "films" || what === "volume") return true;
  if (what === "queue" || what === "music") return playing?.hasMarks !== true || playing.state === 0;
  return false;
}

/** Whether no held request tells the change. */
function isUntold({ what }: BluosChange, { bluos: { dialect, role } }: BluosHttpPlayer): boolean {
  if (what === "presets") return dialect.presets === "unmarked" || role === "secondary";
  return what === "inputs";
}
