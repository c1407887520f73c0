// A Node-RED of its own process: started by node-red.ts, which speaks to it over IPC.
// Arguments: the folder that Node-RED is installed in, a folder for its own files, and settings as JSON.
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";

const [runtimeDir, userDir, settings = "{}"] = process.argv.slice(2);
const requireInstalled = createRequire(join(runtimeDir, "package.json"));
const RED = requireInstalled("node-red");

const app = requireInstalled("express")();
const server = createServer(app);
RED.init(server, {
  userDir,
  flowFile: "flows.json",
  httpAdminRoot: "/",
  httpNodeRoot: "/",
  contextStorage: { default: { module: "memory" } },
  credentialSecret: false,
  externalModules: { autoInstall: false, palette: { allowInstall: false }, modules: { allowInstall: false } },
  editorTheme: { tours: false, projects: { enabled: false }, codeEditor: { lib: "ace" } },
  telemetry: { enabled: false, updateNotification: false },
  diagnostics: { enabled: false },
  logging: { console: { level: "info", metrics: false, audit: false } },
  // The default is 5000: a test should not wait so long for a broker that is back.
  mqttReconnectTime: 200,
  // The debug sidebar, which the tests read, cuts what is longer.
  debugMaxLength: 1_000_000,
  ...JSON.parse(settings),
});
app.use("/", RED.httpAdmin);
app.use("/", RED.httpNode);
await RED.start();
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
process.send({ kind: "ready", port: server.address().port, version: RED.version() });

let isEnding = false;
async function end() {
  if (isEnding) return;
  isEnding = true;
  await RED.stop();
  server.closeAllConnections();
  server.close();
  rmSync(userDir, { recursive: true, force: true });
  // Node-RED leaves timers behind that would keep the process alive.
  process.exit(0);
}
// Without the test there is nobody to stop it.
for (const event of ["message", "disconnect"]) process.on(event, () => void end());
