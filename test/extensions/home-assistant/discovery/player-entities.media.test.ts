import { describe, expect, it } from "vitest";
import { filmPayload, playerPayload } from "../../../../src/extensions/home-assistant/discovery/payload.ts";
import { idleVideo } from "../../../../src/core/resources/video.ts";
import type { Support } from "../../../../src/core/resources/resource.ts";
import type { Session } from "../../../../src/core/session/session.ts";
import { having } from "../../../core/samples.ts";
import { problemsOf } from "../../../home-assistant/check-payload.ts";
import { announcedAs, everything, target } from "../../../home-assistant/players.ts";
import { sessionWith } from "../../../core/session-with.ts";

const topic = (leaf: string): string => `player2mqtt/living-room/${leaf}`;
const componentOf = (key: string, session: Session, shown?: ReturnType<typeof playerPayload>) =>
  playerPayload(target, session, shown && announcedAs(shown)).components[key];

const availabilityWith = (leaf: string): object => ({
  availability_mode: "all",
  availability: [
    { topic: "player2mqtt/bridge/state" },
    { topic: topic("availability") },
    { topic: topic(leaf), value_template: expect.any(String) },
  ],
});

it("the image comes from the player, or from the broker if it is published there with the type of the last one", () => {
  const image = componentOf("music_picture", everything);
  const fromPlayer = { platform: "image", url_topic: topic("music/picture") };
  expect(image).toMatchObject({ ...fromPlayer, ...availabilityWith("music/picture") });
  for (const key of ["image_topic", "enabled_by_default"]) expect(image).not.toHaveProperty(key);
  const published = sessionWith(everything, { maxPictureBytes: 1000 });
  const requestedPictures = { cover: { address: "", picture: undefined, lastType: "image/png" } };
  const typed = sessionWith(published, { requestedPictures });
  for (const [session, type] of [
    [published, undefined],
    [typed, "image/png"],
  ] as const) {
    const { content_type, ...own } = componentOf("music_picture", session) ?? {};
    const fromBroker = { image_topic: topic("music/picture/data") };
    expect(own).toMatchObject({ ...fromBroker, ...availabilityWith("music/picture/type") });
    expect([content_type, own["url_topic"], own["url_template"]]).toEqual([type, undefined, undefined]);
  }
  expect(problemsOf(playerPayload(target, typed))).toEqual([]);
});

it("the volume of a video model is the same entity, and none where nothing reports it", () => {
  const { music: _music, ...others } = everything.player;
  const volumeWith = (support: Support, player: Session["player"]) => {
    const session = having(everything, { music: { support: "unsupported" }, videoVolume: { support } });
    return ["volume", "mute"].map((key) => componentOf(key, { ...session, player }));
  };
  const videoVolume = { level: 6, min: 0, max: 15 };
  expect(volumeWith("supported", { ...others, videoVolume })).toEqual([
    componentOf("volume", everything),
    undefined,
  ]);
  expect(volumeWith("unsupported", others)).toEqual([undefined, undefined]);
});

describe("the film lists", () => {
  const choiceOf = (key: string, session: Session, shown?: ReturnType<typeof filmPayload>) =>
    filmPayload(target, session, shown && announcedAs(shown))?.components[key];

  it("are selects that send a title, available while a film plays", () => {
    expect(choiceOf("subtitle_choice", everything)).toMatchObject({
      platform: "select",
      options: ["off", "English", "French"],
      state_topic: topic("video/subtitle/name"),
      command_topic: topic("video/subtitle/set"),
      command_template: expect.stringContaining('{"value":'),
      ...availabilityWith("video/subtitle/options"),
    });
    expect(choiceOf("audio_track_choice", everything)).toMatchObject({ options: ["English", "German"] });
  });

  it("stay announced after the end of a film, until the lists of the next one are known", () => {
    const shown = filmPayload(target, everything) ?? playerPayload(target, everything);
    const { subtitles: _subtitles, ...others } = everything.player;
    const half = having({ ...everything, player: others }, { audioTracks: { triedAt: 5 } });
    for (const session of [{ ...everything, player: { ...everything.player, video: idleVideo } }, half]) {
      expect(filmPayload(target, session, announcedAs(shown))).toEqual(shown);
      expect(choiceOf("subtitle_choice", session)).toBeUndefined();
      expect(choiceOf("audio_track_choice", session)).toBeUndefined();
    }
  });

  it("are left out for a player that lacks them or refuses to set them", () => {
    const shown = filmPayload(target, everything);
    const lacking = having(everything, { subtitles: { support: "unsupported" } });
    expect(choiceOf("subtitle_choice", lacking, shown)).toBeUndefined();
    for (const support of ["unsupported", "off"] as const) {
      const denying: Session = { ...everything, operations: { setSubtitle: { support, denials: 3 } } };
      expect(choiceOf("subtitle_choice", denying, shown)).toBeUndefined();
      expect(choiceOf("audio_track_choice", denying, shown)).toBeDefined();
    }
  });
});
