import { describe, expect, it } from "vitest";
import { playerPayload } from "../../../../src/extensions/home-assistant/discovery/payload.ts";
import { playerEntities } from "../../../../src/extensions/home-assistant/discovery/player-entities.ts";
import { asList, asObject, asText } from "../../../../src/core/resources/json.ts";
import { properties } from "../../../../src/core/resources/player.ts";
import { emptyPlaylist } from "../../../../src/core/resources/playlist.ts";
import { idleVideo } from "../../../../src/core/resources/video.ts";
import { messagesOf, render } from "../../../../src/core/topics/render.ts";
import type { Session } from "../../../../src/core/session/session.ts";
import { audio, film, music } from "../../../core/sample-player.ts";
import { having } from "../../../core/samples.ts";
import { renderAll, withoutJinja } from "../../../home-assistant/jinja.ts";
import { everything, target } from "../../../home-assistant/players.ts";
import { sessionWith } from "../../../core/session-with.ts";

const renderTarget = {
  base: "b",
  id: "p",
  name: "P",
  address: "http://p",
  maxPayloadBytes: 100_000,
  largestPayloadBytes: 100_000,
};

describe.skipIf(withoutJinja !== undefined)("templates", () => {
  it("render every topic that a player publishes, and are unknown only if expected", () => {
    const outputInfo = { sampleRate: "768000 Hz", isConnect: true, formatLines: ["PCM"] };
    const track = { ...music.track, details: { codec: "flac" } };
    const player = {
      ...everything.player,
      video: { ...film, output: "3840x2160P @ 24Hz  YUV420  10 Bits   HDR10" },
      audio: { ...audio(), outputInfo },
      music: { ...everything.player.music, ...music, track },
    };
    const whole = sessionWith(everything, {
      player,
      shownPosition: { seconds: 0, at: 0 },
      shownMusicPosition: { seconds: 0, at: 0 },
    });
    // No command is waking the player.
    expect(unknownOf(whole, samples)).toEqual(["waking"]);
    const idle = sessionWith(whole, {
      player: { ...player, video: idleVideo, playlist: emptyPlaylist },
      shownPosition: undefined,
    });
    // What happened is not kept in a topic, unlike what is.
    const ofVideo = playerEntities.filter(
      ({ key, platform, resource, state }) =>
        resource === "video" &&
        platform !== "event" &&
        state?.template !== undefined &&
        key !== "video_state",
    );
    expect(unknownOf(idle).toSorted()).toEqual(
      [...ofVideo.map(({ key }) => key), "playlist_current", ...unknownOf(whole)].toSorted(),
    );
    const lacking = having({ ...whole, player: {} }, { video: { support: "unsupported" } });
    // The version is in the model, which is not reported.
    expect(unknownOf(lacking).toSorted()).toEqual([...ofVideo.map(({ key }) => key), "firmware"].toSorted());
  });

  it("of pictures and of the player's own settings show and send what they should", () => {
    const session = sessionWith(everything, { settingTags: ["gain", "balance"] });
    const { music_picture, setting_gain, setting_balance } = playerPayload(target, session).components;
    const isThere = asObject(asList(music_picture?.["availability"])[2])?.["value_template"];
    const rows = [
      [music_picture?.["url_template"], "http://player/cover?id=7", "http://player/cover?id=7"],
      [music_picture?.["url_template"], "", "http://127.0.0.1:9/"],
      [isThere, "http://player/cover", "online"],
      [isThere, "", "offline"],
      [isThere, "[]", "offline"],
      [isThere, '[{"index":0,"title":"off"}]', "online"],
      [setting_gain?.["command_template"], "Night blue", '{"value":"Night blue"}'],
      [setting_gain?.["value_template"], "Walnut", "Walnut"],
      [setting_gain?.["value_template"], "", "None"],
      [setting_balance?.["command_template"], "-3", "=-3"],
      [setting_balance?.["value_template"], "0", "0"],
      [setting_balance?.["value_template"], "", "None"],
    ] as const;
    const shown = renderAll(rows.map(([template, value]) => ({ template: asText(template) ?? "", value })));
    expect(shown.map(({ text }) => text)).toEqual(rows.map(([, , text]) => text));
  });
});

/** What the topics of a player are declared to say. */
const samples = Object.fromEntries(Object.entries(properties).map(([leaf, { sample }]) => [leaf, sample]));

/** The entities without a state after a player's topics are published; of an empty one, `otherwise` says what is there. */
function unknownOf(session: Session, otherwise: Readonly<Record<string, string>> = {}): string[] {
  const topics = new Map(
    messagesOf(renderTarget, render(renderTarget, undefined, session)).map((one) => [
      one.topic,
      String(one.payload),
    ]),
  );
  const jobs = playerEntities.flatMap(({ key, state }) => {
    const leaf = state?.leaf ?? "";
    const published = topics.get(`b/p/${leaf}`);
    const value = published === "" ? (otherwise[leaf] ?? "") : published;
    return value === undefined || state?.template === undefined
      ? []
      : [{ key, template: state.template, value }];
  });
  return renderAll(jobs).flatMap(({ text, warnings }, index) => {
    expect(warnings).toEqual([]);
    return text === "None" ? [jobs[index]?.key ?? ""] : [];
  });
}
