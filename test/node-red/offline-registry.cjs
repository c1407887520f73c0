// Loaded into the validator: answers for the registry and the catalogue, so that the scorecard needs no network.
// NODE_RED_FACTS is what a registry says of Node-RED: the versions that are current, and the Node that the latest asks for.
const { createRequire } = require("node:module");
const path = require("node:path");

const axios = createRequire(path.join(process.env.VALIDATOR, "package.json"))("axios");
const facts = JSON.parse(process.env.NODE_RED_FACTS);
axios.get = async (url) => {
  if (url.endsWith("/catalogue.json")) return { data: { modules: [] } };
  if (url.endsWith("/node-red")) return { data: facts };
  throw new Error(`nothing answers ${url} here`);
};
