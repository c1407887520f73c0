/** Where an embedded broker for everybody listens: on any free port. */
export const anyPort = { host: "127.0.0.1", port: 0, username: "", password: "" };
