import { describe, expect, it } from "vitest";
import { withPlayer } from "../fake-page.ts";

const json = { "content-type": "application/json" };
const commands = "/api/v1/players/den/commands";

describe("a malformed command", () => {
  it.each([
    ["{", 400, "the body is not valid JSON"],
    ["", 400, "the body is not valid JSON"],
    ["null", 400, "body: Invalid input: expected object, received null"],
    ["[]", 400, "body: Invalid input: expected object, received array"],
    ["{}", 400, "body.command: expected the name of a control, such as volume"],
    ['{"command":7}', 400, "body.command: expected the name of a control, such as volume"],
    ['{"command":"volumne"}', 400, 'body.command: unknown control "volumne": did you mean volume?'],
    ['{"command":"zom"}', 400, 'body.command: unknown control "zom": did you mean zoom?'],
    ['{"command":"constructor"}', 400, "the topic info lists those of the player"],
    ['{"command":"__proto__"}', 400, 'body.command: unknown control "__proto__": '],
    ['{"command":"mute","request":{}}', 400, "body.request: expected string or number"],
    ['{"command":"mute","request":null}', 400, "body.request: expected string or number"],
    ['{"command":"mute","request":true}', 400, "body.request: expected string or number"],
    ['{"command":"mute","value":"on"}', 400, 'body: Unrecognized key: "value"'],
    ['{"command":"mute","__proto__":{"request":"on"}}', 400, "body: Unrecognized key"],
    ["9".repeat(10_000), 400, "body: Invalid input"],
  ])("$0 is refused with $1, and says what was expected", async (body, status, error) => {
    using fake = withPlayer();
    const response = await fake.ask(commands, { method: "POST", headers: json, body });
    expect([response.status, await response.json()]).toEqual([
      status,
      { error: expect.stringContaining(error) },
    ]);
    expect(fake.den.offered).toEqual([]);
    expect(Object.prototype).not.toHaveProperty("request");
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])(
    "declared as “%s” is refused, since another site could have sent it",
    async (type) => {
      using fake = withPlayer();
      const body = new TextEncoder().encode('{"command":"refresh"}');
      const headers: Record<string, string> = type === "" ? {} : { "content-type": type };
      const response = await fake.ask(commands, { method: "POST", headers, body });
      expect([response.status, await response.json()]).toEqual([
        415,
        { error: "the body must be JSON, with the header Content-Type: application/json" },
      ]);
      expect(fake.den.offered).toEqual([]);
    },
  );
});

describe("a command", () => {
  it("that wakes a player is waited for as long as that may take", async () => {
    using fake = withPlayer();
    const body = '{"command":"power","request":"on"}';
    const answer = fake.ask(commands, { method: "POST", headers: json, body });
    await expect.poll(() => fake.den.offered).toHaveLength(1);
    // The server closes connections that are silent for a minute.
    expect(fake.silenceLimitsMs).toEqual([0]);
    await fake.clock.advance(115_000);
    const [offered] = fake.den.offered;
    if (offered !== undefined) fake.settle(fake.den, offered, { kind: "applied" });
    expect(await (await answer).json()).toMatchObject({ outcome: "applied", durationMs: 115_000 });
  });
});

describe("a path", () => {
  it.each([
    "/api/v1/players/nobody",
    "/api/v1/players/__proto__",
    "/api/v1/players/constructor/topics",
    "/api/v1/players/toString/answers",
    "/api/v1/players/den%2F..",
    "/api/v1/players/..%2Fden",
    "/api/v1/players/%00",
    "/api/v1/players/%zz",
    "/api/v1/players/DEN",
    `/api/v1/players/${"x".repeat(5000)}`,
    `/api/v1/players/${encodeURIComponent("<script>")}`,
  ])("%s belongs to no player", async (path) => {
    using fake = withPlayer();
    const response = await fake.ask(path);
    expect([response.status, await response.json()]).toEqual([404, { error: "there is no such player" }]);
  });

  it.each(["/api/v1", "/api/v1/", "/api/v1/nothing", "/api/v1/players/den/topics/x", "/api/v1//players"])(
    "%s does not exist",
    async (path) => {
      using fake = withPlayer();
      const response = await fake.ask(path);
      const error = "there is no such endpoint: see openapi.json";
      expect([response.status, await response.json()]).toEqual([404, { error }]);
    },
  );

  it.each([
    ["DELETE", "/api/v1/players/den", "GET, HEAD"],
    ["POST", "/api/v1/openapi.json", "GET, HEAD"],
    ["GET", "/api/v1/players/den/commands", "POST"],
    ["PUT", "/api/v1/check", "GET, HEAD, POST"],
  ])("does not take %s at %s", async (method, path, allowed) => {
    using fake = withPlayer();
    const response = await fake.ask(path, { method });
    expect([response.status, response.headers.get("allow"), await response.json()]).toEqual([
      405,
      allowed,
      { error: `${method} is not allowed here: use ${allowed}` },
    ]);
  });
});

it("a request for the head of the stream does not open one", async () => {
  using fake = withPlayer();
  for (let count = 0; count < 200; count++) {
    expect((await fake.ask("/api/v1/events", { method: "HEAD" })).status).toBe(200);
  }
  const response = await fake.ask("/api/v1/events");
  expect(response.status).toBe(200);
  await response.body?.cancel();
});
