import type { BluosCase, Change as BluosChange } from "./bluos/arbitrary.ts";
import { problemsOf as bluosProblems } from "./bluos/expected.ts";
import { BluosHttpPlayer } from "./bluos/http-player.ts";
import { apply as applyBluos } from "./bluos/model.ts";
import { commandFor as bluosCommandFor } from "./bluos/request.ts";
import type { Sent } from "./judges.ts";
import type { Outcome } from "./listener.ts";
import type { Manner, PlayerClock, ServedPlayer } from "./served-player.ts";
import type { Published, Settings } from "./topic-rules.ts";
import type { WiimCase } from "./wiim/arbitrary.ts";
import { problemsOf as wiimProblems } from "./wiim/expected.ts";
import { WiimHttpPlayer } from "./wiim/http-player.ts";
import { apply as applyWiim } from "./wiim/model.ts";
import { commandFor as wiimCommandFor } from "./wiim/request.ts";
import type { Case, Change } from "./zidoo/arbitrary.ts";
import { problemsOf } from "./zidoo/expected.ts";
import { HttpPlayer } from "./zidoo/http-player.ts";
import { apply } from "./zidoo/model.ts";
import { commandFor } from "./zidoo/request.ts";

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
  readonly steps: readonly {
    readonly text: string;
    readonly isChange: boolean;
    readonly begin: (published: Published) => Act;
  }[];
  /** What is wrong with its topics. */
  problems(settings: Settings, published: Published): string[];
}

/** A player of any make, and what happens to it. */
export type AnyCase = Case | BluosCase | WiimCase;

/** Starts one of many. */
export async function startResident(one: AnyCase, number: number, clock: PlayerClock): Promise<Resident> {
  if ("bluos" in one) {
    const http = await BluosHttpPlayer.start(one.bluos, number, clock);
    return residentOf(http, one.steps, {
      change: (change) => {
        http.change(() => applyBluos(http.bluos, change));
        return isUntold(change, http);
      },
      command: (step, published) => single(bluosCommandFor(step.request, step.manner, http, published)),
      problems: (settings, published) => bluosProblems(http, settings, published),
    });
  }
  if ("wiim" in one) {
    const http = await WiimHttpPlayer.start(one.wiim, number, clock);
    return residentOf(http, one.steps, {
      change: (change) => {
        http.change(() => applyWiim(http.wiim, change));
        return false;
      },
      command: (step, published) => single(wiimCommandFor(step.request, step.manner, http, published)),
      problems: (_settings, published) => wiimProblems(http, published),
    });
  }
  const http = await HttpPlayer.start(one.player, number, clock);
  const { player } = http;
  return residentOf(http, one.steps, {
    change: (change) => apply(player, change) && needsRefresh(change, http),
    command: ({ request, manner }, published) =>
      request.what === "hurry"
        ? hurry(http, request.list, request.places)
        : single(commandFor(request, manner, http, published)),
    problems: (settings, published) => problemsOf(player, settings, published, http.url),
  });
}

/** How a player of some make is changed, told what to do, and judged. */
interface Make<Change, Request> extends Pick<Resident, "problems"> {
  /** Whether the owner has to ask for everything before the change is noticed. */
  readonly change: (change: Change) => boolean;
  readonly command: (
    step: { readonly request: Request; readonly manner: Manner },
    published: Published,
  ) => Act;
}

type Step<Change, Request> =
  | { readonly do: "date"; readonly hours: number }
  | { readonly do: "change"; readonly change: Change }
  | { readonly do: "command"; readonly request: Request; readonly manner: Manner };

function residentOf<Change, Request>(
  http: ServedPlayer,
  steps: readonly Step<Change, Request>[],
  { change, command, problems }: Make<Change, Request>,
): Resident {
  const begin = (step: Step<Change, Request>, published: Published): Act => {
    if (step.do === "date") return { does: "date", hours: step.hours };
    if (step.do === "change") return { does: "change", needsRefresh: change(step.change) };
    http.manner = step.manner;
    return command(step, published);
  };
  return {
    problems,
    steps: steps.map((step) => ({
      text: JSON.stringify(step),
      isChange: step.do === "change",
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
function hurry(http: HttpPlayer, list: "input" | "output", places: readonly number[]): Act {
  const { music } = http.player;
  http.manner = "obeys";
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
