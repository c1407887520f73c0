import { describe, expect, it } from "vitest";
import { filmPayload, playerPayload } from "../../../../src/extensions/home-assistant/discovery/payload.ts";
import { idleVideo } from "../../../../src/core/resources/video.ts";
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

describe("the image", () => {
  it("comes from the player, and is available while the player reports a picture", () => {
    const image = componentOf("music_picture", everything);
    expect(image).toMatchObject({
      platform: "image",
      url_topic: topic("music/picture"),
      ...availabilityWith("music/picture"),
    });
    expect(image).not.toHaveProperty("image_topic");
    expect(image).not.toHaveProperty("enabled_by_default");
  });

  it("comes from the broker if it is published there, with the type of the last one", () => {
    const published = sessionWith(everything, { maxPictureBytes: 1000 });
    const image = componentOf("music_picture", published);
    expect(image).toMatchObject({
      image_topic: topic("music/picture/data"),
      ...availabilityWith("music/picture/type"),
    });
    for (const key of ["url_topic", "url_template", "content_type"]) expect(image).not.toHaveProperty(key);
    const requestedPictures = { cover: { address: "", picture: undefined, lastType: "image/png" } };
    expect(componentOf("music_picture", sessionWith(published, { requestedPictures }))).toMatchObject({
      content_type: "image/png",
    });
    expect(problemsOf(playerPayload(target, sessionWith(published, { requestedPictures })))).toEqual([]);
  });
});

describe("the volume of a video model", () => {
  const told = having(everything, {
    music: { support: "unsupported" },
    videoVolume: { support: "supported" },
  });
  const { music: _music, ...others } = everything.player;

  it("is the same entity", () => {
    const session = { ...told, player: { ...others, videoVolume: { level: 6, min: 0, max: 15 } } };
    expect(componentOf("volume", session)).toEqual(componentOf("volume", everything));
    expect(componentOf("mute", session)).toBeUndefined();
  });

  it("is none where nothing reports it", () => {
    const lacking = having(told, { videoVolume: { support: "unsupported" } });
    expect(componentOf("volume", { ...lacking, player: others })).toBeUndefined();
  });
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
