import type { MusicState } from "../../../src/core/resources/music.ts";
import type { Answer, PlayerState, ResourceName } from "../../../src/core/resources/player.ts";
import type { FamilyDevice } from "../../../src/families/family.ts";
import { optionsOfStranger } from "../../../src/families/recognize.ts";
import { wiim } from "../../../src/families/wiim/family.ts";
import { opened } from "../../support/opened.ts";
import { startScripted } from "../zidoo/scripted-player.ts";

export type Script = Record<string, object | string | undefined>;

/** What an idle player of today answers. */
export const idle = {
  type: "0",
  ch: "0",
  mode: "0",
  loop: "4",
  eq: "0",
  status: "stop",
  curpos: "0",
  offset_pts: "0",
  totlen: "0",
  Title: "",
  Artist: "",
  Album: "",
  plicount: "0",
  plicurr: "0",
  vol: "35",
  mute: "0",
};

export const status = {
  uuid: "FF310001",
  DeviceName: "Loft",
  firmware: "Linkplay.4.8.1",
  project: "WiiM_Pro_Plus",
  MAC: "02:E1:00:00:00:21",
  group: "0",
  plm_support: "0x56",
};

/** A player whose answers are written down, by their commands, and a device of the bridge that asks it. */
export class ScriptedPlayer {
  readonly device: FamilyDevice;
  readonly port: number;
  readonly script: Script;
  readonly asked: string[] = [];
  readonly open: () => number;
  now = 100_000;

  private constructor({ url, open }: { url: string; open: () => number }, script: Script, asked: string[]) {
    const port = Number(new URL(url).port);
    this.port = port;
    this.open = open;
    this.script = script;
    this.asked = asked;
    this.device = opened(
      wiim.open({
        ...optionsOfStranger(`http://127.0.0.1:${port}`),
        timeoutMs: 5000,
        // Waiting takes no time here.
        clock: {
          now: () => this.now,
          after: (ms, callback) => {
            const timer = setTimeout(callback, ms > 2000 ? ms : 0);
            return () => clearTimeout(timer);
          },
        },
      }),
    );
  }

  static async start(player: object, script: Script = {}): Promise<ScriptedPlayer> {
    const all: Script = { getStatusEx: status, getPlayerStatusEx: { ...idle, ...player }, ...script };
    const asked: string[] = [];
    const answering = await startScripted(({ path }) => {
      const command = path.replace("/httpapi.asp?command=", "");
      asked.push(command);
      const answer = all[command] ?? "unknown command";
      return typeof answer === "string" ? answer : JSON.stringify(answer);
    });
    return new ScriptedPlayer(opened(answering), all, asked);
  }

  /** What it plays changes, some seconds later. */
  async plays(player: object, afterMs = 3000): Promise<MusicState> {
    this.now += afterMs;
    this.script["getPlayerStatusEx"] = { ...idle, ...player };
    return this.music();
  }

  ask(resource: ResourceName): Promise<Answer> {
    return this.device.read(resource, new AbortController().signal);
  }

  async value<R extends ResourceName>(resource: R): Promise<NonNullable<PlayerState[R]>> {
    const answer = await this.ask(resource);
    if (answer.kind !== "reading") throw new Error(`${resource} is ${JSON.stringify(answer)}`);
    return answer.reading.value as NonNullable<PlayerState[R]>;
  }

  async music(): Promise<MusicState> {
    return this.value("music");
  }
}
