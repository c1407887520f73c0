// Everything that is named after the repository it is released from. A fork has names of its own by that alone; for the
// packages on npm it needs a scope of its own as well.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The names that a release of a repository (`owner/name`) has. */
export function identityOf(repository, scope = "") {
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) throw new Error(`expected owner/name, got: ${repository}`);
  if (!/^(@?[a-z0-9][\w.-]*)?$/.test(scope)) throw new Error(`the scope ${scope} is none that npm allows`);
  const [owner, name] = repository.split("/");
  const lower = repository.toLowerCase();
  const at = scope && `@${scope.replace("@", "")}`;
  return {
    repository,
    owner,
    address: `github.com/${repository}`,
    raw: `raw.githubusercontent.com/${repository}`,
    site: `${owner.toLowerCase()}.github.io/${name}`,
    // A registry takes lower case only.
    image: `ghcr.io/${lower}`,
    appImage: `ghcr.io/${lower}-app`,
    program: at ? `${at}/player2mqtt` : "player2mqtt",
    nodes: `${at || "@player2mqtt"}/node-red-contrib-player2mqtt`,
  };
}

/** The names that the files in a folder carry: those of its package.json, the one place that states them. */
export function carriedIdentity(folder) {
  const { name, repository } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const [, found] = /github\.com\/([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(repository.url);
  const [, scope] = /^@([^/]+)\//.exec(name) ?? [];
  return identityOf(found, scope);
}
