import { useState } from "preact/hooks";
import type {
  ConfigurationEdit,
  DiscoveryView,
  SettingView,
  TrialView,
} from "../../src/extensions/page/set-up-views.ts";
import { t, type TextKey } from "../texts.ts";
import { Field, type FieldProps } from "./field.tsx";
import { Trial } from "./finder.tsx";
import { type Fields, fixedBy } from "./options.ts";
import { useChange } from "./result-note.tsx";
import { type SetupProps, useAction } from "./use-setup.ts";
import { Button, Form } from "../controls.tsx";

interface BrokerFormProps extends SetupProps {
  readonly found: DiscoveryView | undefined;
}

const tlsFiles = [
  ["mqtt.ca", "setup.ca"],
  ["mqtt.cert", "setup.cert"],
  ["mqtt.key", "setup.certKey"],
] as const;

/** The broker: the embedded one, one that was found, or an address. It is tried before it is kept. */
export function BrokerForm({ setup, found }: BrokerFormProps) {
  const [fields, setFields] = useState<Fields>({});
  const { settings } = setup.view;
  const of = (name: string): SettingView | undefined => settings.find((one) => one.name === name);
  const presentOf = (name: string): string => String(of(name)?.value ?? "");
  const valueOf = (name: string): string => fields[name] ?? presentOf(name);
  const put = (name: string, text: string): void => setFields((now) => ({ ...now, [name]: text }));
  const [present, address] = [presentOf("mqtt.url"), valueOf("mqtt.url")];
  const [user, secret] = [valueOf("mqtt.username"), valueOf("mqtt.password")];
  const files = tlsFiles.map(([name]) => valueOf(name));
  const [isEmbedded, setEmbedded] = useState(present === "");
  const trial = useAction<TrialView>();
  const saved = useChange(setup);
  const wanted = isEmbedded ? "" : address.trim();
  const isFree = fixedBy(of("mqtt.url")) === null;

  const attempt = (): Promise<TrialView> => {
    const [ca = "", cert = "", key = ""] = files;
    const login = isEmbedded ? {} : { username: user, ca, cert, key };
    return setup.requests.tryBroker({ url: wanted, ...login, ...(secret !== "" && { password: secret }) });
  };
  const keep = (): void => {
    const isOther = wanted !== present || (user === "" && !isEmbedded);
    const edits = [
      editOf(of("mqtt.url"), wanted),
      editOf(of("mqtt.username"), isEmbedded && present !== "" ? "" : user),
      passwordEdit(of("mqtt.password"), secret, isOther),
      tlsFiles.flatMap(([name]) => editOf(of(name), isEmbedded ? "" : valueOf(name))),
    ].flat();
    if (edits.length > 0) void saved.change(...edits);
  };
  const tryAndKeep = async (): Promise<void> => {
    const { isUsable } = await trial.run(attempt);
    if (isUsable) keep();
  };
  const isBusy = trial.isBusy || saved.isBusy;
  const needsFiles = trial.result?.findings.some(
    ({ check, verdict }) => check === "tls" && verdict === "fault",
  );
  const pick = (url: string): void => {
    setEmbedded(false);
    put("mqtt.url", url);
  };
  const field = (name: string, label: TextKey, more: Partial<FieldProps> = {}) => (
    <Field
      key={name}
      label={t(label)}
      value={valueOf(name)}
      onInput={(text) => put(name, text)}
      fixedBy={fixedBy(of(name))}
      {...more}
    />
  );
  return (
    <Form class="setup-form" onSubmit={() => void tryAndKeep()}>
      {isFree ? (
        <fieldset class="setup-choices">
          <legend class="hidden">{t("setup.broker")}</legend>
          <Pick label={t("setup.embedded")} isPicked={isEmbedded} pick={() => setEmbedded(true)} />
          {found?.brokers.map((broker) => (
            <Pick
              key={broker.url}
              label={t("setup.foundBroker", broker)}
              isPicked={!isEmbedded && address === broker.url}
              pick={() => pick(broker.url)}
            />
          ))}
          <Pick
            label={t("setup.otherBroker")}
            isPicked={!isEmbedded && !found?.brokers.some((broker) => broker.url === address)}
            pick={() => pick(present)}
          />
        </fieldset>
      ) : null}
      {isEmbedded && isFree ? (
        <p class="hint">{t("setup.embeddedHint")}</p>
      ) : (
        <>
          {field("mqtt.url", "about.address", {
            placeholder: "mqtt://192.168.1.10",
            hint: t("setup.brokerHint"),
          })}
          {field("mqtt.username", "setup.username")}
          {field("mqtt.password", "setup.password", {
            isSecret: true,
            hint:
              of("mqtt.password")?.hasSecret === true
                ? t(address.trim() === present ? "setup.isSet" : "setup.enterAgain")
                : undefined,
          })}
          <details class="setup-more" open={needsFiles || files.some((file) => file !== "")}>
            <summary>{t("setup.tls")}</summary>
            <div class="setup-form">
              <p class="hint">{t("setup.tlsHint")}</p>
              {tlsFiles.map(([name, label]) => field(name, label))}
            </div>
          </details>
        </>
      )}
      <p class="setup-buttons">
        <Button type="submit" look="is-main" isDisabled={isBusy} isBusy={isBusy}>
          {t("setup.useBroker")}
        </Button>
        {trial.result?.isUsable === false ? (
          <Button isDisabled={isBusy} onClick={keep}>
            {t("setup.keepAnyway")}
          </Button>
        ) : null}
      </p>
      <Trial {...trial} />
      {saved.note}
    </Form>
  );
}

interface PickProps {
  readonly label: string;
  readonly isPicked: boolean;
  readonly pick: () => void;
}

function Pick({ label, isPicked, pick }: PickProps) {
  return (
    <label>
      <input type="radio" name="broker" checked={isPicked} onChange={pick} />
      {label}
    </label>
  );
}

/** The edit that gives a setting this value; none if it has it already, or cannot be changed here. */
function editOf(setting: SettingView | undefined, value: string): ConfigurationEdit[] {
  if (setting === undefined || setting.isFixed || value === String(setting.value ?? "")) return [];
  const { name, initial } = setting;
  return [value === initial ? { kind: "unset", name } : { kind: "set", name, value }];
}

/** A stored password belongs to its broker: it is removed where none is entered for another one. */
function passwordEdit(
  setting: SettingView | undefined,
  secret: string,
  isForAnother: boolean,
): ConfigurationEdit[] {
  if (setting === undefined || setting.isFixed) return [];
  if (secret !== "") return [{ kind: "set", name: setting.name, value: secret }];
  return isForAnother && setting.hasSecret === true ? [{ kind: "unset", name: setting.name }] : [];
}
