import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { knownVariables, loadWith, onePlayer } from "../config/load-with.ts";
import { readYaml, type Yaml } from "./read-yaml.ts";

const folder = "deploy/kubernetes";
const read = (path: string): Yaml => readYaml(join(folder, path))[0];
const statefulSet = read("base/stateful-set.yaml");
const pod = statefulSet.spec.template.spec;
const container: Yaml = pod.containers[0];
const entriesOf = (overlay: string): Yaml[] =>
  read(`${overlay}/stateful-set.yaml`).spec.template.spec.containers[0].env;
const env = new Map<string, Yaml>(container.env.map((entry: Yaml) => [entry.name, entry]));
const overlays = ["base", "fleet", "emqx"];

describe("bridges on Kubernetes", () => {
  it("are one by default", () => {
    expect(statefulSet.spec.replicas).toBe(1);
    expect([...env.keys()].filter((name) => name.startsWith("FLEET"))).toEqual([]);
  });

  it("are members of a fleet by the names of their pods, and replaced one by one when they have their players", () => {
    const { spec } = read("fleet/stateful-set.yaml");
    const member = spec.template.spec.containers[0].env.find(({ name }: Yaml) => name === "FLEET_MEMBER");
    expect(member.valueFrom.fieldRef.fieldPath).toBe("metadata.name");
    expect(spec.minReadySeconds).toBeGreaterThan(0);
    const pod = `${statefulSet.metadata.name}-${spec.replicas - 1}`;
    const [{ value: FLEET_URL }] = entriesOf("fleet");
    expect(loadWith({ env: { ...onePlayer, FLEET_URL, FLEET_MEMBER: pod } }).fleet.member).toBe(pod);
  });

  it.each(overlays)("sets what the bridge knows, in its own words (%s)", (overlay) => {
    const entries = entriesOf(overlay);
    expect(entries.map(({ name }) => name).filter((name) => !knownVariables.has(name))).toEqual([]);
    // As patches are applied: what an overlay says goes before what is below it.
    const below = overlay === "emqx" ? entriesOf("fleet") : [];
    const given = new Map<string, string>(
      [...container.env, ...below, ...entries]
        .filter((entry: Yaml) => "value" in entry && !entry.name.endsWith("_FILE"))
        .map(({ name, value }: Yaml) => [name, value]),
    );
    expect(() => loadWith({ env: { ...onePlayer, ...Object.fromEntries(given) } })).not.toThrow();
  });

  it.each(overlays)("names files that exist (%s)", (overlay) => {
    const kustomization = read(`${overlay}/kustomization.yaml`);
    const paths: string[] = [
      ...(kustomization.resources ?? []),
      ...(kustomization.components ?? []),
      ...(kustomization.patches ?? []).map(({ path }: Yaml) => path),
      ...(kustomization.configMapGenerator ?? []).flatMap(({ files }: Yaml) => files),
      ...(kustomization.secretGenerator ?? []).flatMap(({ envs }: Yaml) => envs),
    ];
    expect(paths.filter((path) => !existsSync(join(folder, overlay, path)))).toEqual([]);
    const used = new Set([...paths.map((path) => path.replace(/^\.\//, "")), "kustomization.yaml"]);
    const left = readdirSync(join(folder, overlay)).filter(
      (name) => !used.has(name) && !name.endsWith("-values.yaml"),
    );
    expect(left).toEqual([]);
  });

  it("refers to things that are there", () => {
    const { configMapGenerator, secretGenerator } = read("base/kustomization.yaml");
    const made = new Set([...configMapGenerator, ...secretGenerator].map(({ name }: Yaml) => name));
    const volumes = new Map<string, Yaml>(pod.volumes.map((volume: Yaml) => [volume.name, volume]));
    for (const { configMap, secret } of volumes.values())
      expect(made).toContain(configMap?.name ?? secret.secretName);
    const mounts = new Map<string, string>(container.volumeMounts.map((m: Yaml) => [m.name, m.mountPath]));
    expect([...mounts.keys()].toSorted()).toEqual([...volumes.keys()].toSorted());
    expect(container.args).toContain(`${mounts.get("config")}/player2mqtt.yaml`);
    expect(env.get("MQTT_PASSWORD_FILE").value).toBe(`${mounts.get("mqtt")}/password`);
    const { secretKeyRef } = env.get("MQTT_USERNAME").valueFrom;
    expect(made).toContain(secretKeyRef.name);
    for (const overlay of ["base", "emqx"]) {
      const keys = readFileSync(join(folder, overlay, "mqtt.env"), "utf8").match(/^\w+(?==)/gm);
      expect(keys).toEqual([secretKeyRef.key, "password"]);
    }
    expect(statefulSet.spec.serviceName).toBe(read("base/service.yaml").metadata.name);
  });

  it("finds its pods by the label that they have", () => {
    const labels = statefulSet.spec.template.metadata.labels;
    const selectors = [
      statefulSet.spec.selector.matchLabels,
      read("base/service.yaml").spec.selector,
      read("fleet/pod-disruption-budget.yaml").spec.selector.matchLabels,
      read("base/network-policy.yaml").spec.podSelector.matchLabels,
      read("fleet/stateful-set.yaml").spec.template.spec.topologySpreadConstraints[0].labelSelector
        .matchLabels,
    ];
    for (const selector of selectors) expect(selector).toEqual(labels);
    const monitor = read("monitoring/service-monitor.yaml").spec;
    expect(monitor.selector.matchLabels).toEqual(read("base/service.yaml").metadata.labels);
    expect(monitor.endpoints[0].port).toBe(read("base/service.yaml").spec.ports[0].name);
  });

  it("asks for health where the bridge answers from outside", () => {
    const [port] = container.ports;
    expect(env.get("HTTP_PORT").value).toBe(String(port.containerPort));
    expect(env.get("HTTP_HOST").value).toBe("0.0.0.0");
    for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"]) {
      const { path, port: name } = container[probe].httpGet;
      expect([path, name]).toEqual([probe === "readinessProbe" ? "/readyz" : "/healthz", port.name]);
    }
  });

  it("keeps to the restricted standard of pod security", () => {
    expect(read("base/namespace.yaml").metadata.labels["pod-security.kubernetes.io/enforce"]).toBe(
      "restricted",
    );
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: "RuntimeDefault" },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    const image = readFileSync("Dockerfile", "utf8");
    expect(image).toContain(`USER ${pod.securityContext.runAsUser}:${pod.securityContext.runAsGroup}`);
  });

  it("begins with a broker and a list of players that the bridge takes, in the file that people edit", () => {
    const list = readFileSync(join(folder, "base/player2mqtt.yaml"), "utf8");
    const { mqtt, players } = loadWith({ files: { "config/local.yaml": list } });
    expect([mqtt.url, players.length]).toEqual(["mqtt://mosquitto:1883", 2]);
    // A variable would win over the file.
    expect(env.has("MQTT_URL")).toBe(false);
  });
});
