const states = { on: "playing", held: "paused", off: "idle" };

/** @param {import("player2mqtt/make").Kit} kit */
export default ({ defineMake, music, power, routing, volume, mdnsSearch }) =>
  defineMake({
    name: "hearth",
    places: [{ scheme: "http", port: 8390 }],
    discovery: [mdnsSearch("_hearth._tcp.local")],
    words: [
      [/^done$/, "done"],
      [/^no such input/, "refused"],
      [/^what\?/, "lacking"],
    ],
    sources: { about: { get: "/about", keepMs: 60_000 }, now: { get: "/now", hasTitles: true } },
    resources: {
      model: {
        from: ["about"],
        value: ({ about }) => {
          const [model, mac] = [about.text("model"), about.text("mac")];
          return mac === "" ? undefined : { maker: "Hearth", model, mac, firmware: about.text("version") };
        },
      },
      music: {
        from: ["now"],
        everyMs: [2000, 5000],
        value: music(({ now }) => ({
          playing: states[now.text("state")] ?? "unknown",
          source: now.text("input"),
          kind: now.text("input") === "aux" ? "input" : "network",
          tracks: [{ title: now.text("title"), artist: now.text("artist"), picture: now.text("cover") }],
          positionSeconds: now.number("at"),
          durationSeconds: now.number("length"),
          volume: volume(now.number("level"), { max: 40 }),
        })),
      },
      audio: {
        from: ["about", "now"],
        value: ({ about, now }) =>
          routing({
            inputs: about.list("inputs").map((one) => ({ tag: one.text("id"), name: one.text("name") })),
            input: now.text("input"),
          }),
      },
      power: { from: ["now"], value: ({ now }) => power(["on", "standby"], now.text("power")) },
    },
    calls: {
      toggleMusic: ({ to }) => `/do?what=${to === "playing" ? "play" : "hold"}`,
      stopMusic: () => "/do?what=stop",
      nextTrack: () => "/do?what=next",
      seekMusic: ({ seconds }) => `/do?what=seek&to=${Math.round(seconds)}`,
      setVolume: ({ level }) => `/do?what=level&to=${level}`,
      selectInput: ({ tag }) => `/do?what=input&to=${encodeURIComponent(tag)}`,
      setPower: ({ tag }) => `/do?what=power&to=${tag}`,
    },
  });
