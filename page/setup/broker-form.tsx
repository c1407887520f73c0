import { useState } from "preact/hooks";
import type {
  ConfigurationEdit,
  ConfigurationResult,
  ConfigurationView,
  DiscoveryView,
  SettingView,
  TrialView,
} from "../../src/extensions/page/set-up-views.ts";
import { t } from "../texts.ts";
import { Field } from "./field.tsx";
import { Trial } from "./finder.tsx";
import { ResultNote } from "./result-note.tsx";
import { type Setup, useAction } from "./use-setup.ts";
import { Button, Form } from "../controls.tsx";

interface BrokerFormProps {
  readonly setup: Setup;
  readonly view: ConfigurationView;
  readonly found: DiscoveryView | undefined;
}

const tlsFiles = [
  { name: "mqtt.ca", label: "setup.ca" },
  { name: "mqtt.cert", label: "setup.cert" },
  { name: "mqtt.key", label: "setup.certKey" },
] as const;

/** The broker: the embedded one, one that was found, or an address. It is tried before it is kept. */
export function BrokerForm({ setup, view, found }: BrokerFormProps) {
  const of = (name: string): SettingView | undefined => view.settings.find((one) => one.name === name);
  const [url, username, password] = [of("mqtt.url"), of("mqtt.username"), of("mqtt.password")];
  const present = String(url?.value ?? "");
  const [isEmbedded, setEmbedded] = useState(present === "");
  const [address, setAddress] = useState(present);
  const [user, setUser] = useState(String(username?.value ?? ""));
  const [secret, setSecret] = useState("");
  const [files, setFiles] = useState(() => tlsFiles.map(({ name }) => String(of(name)?.value ?? "")));
  const trial = useAction<TrialView>();
  const saved = useAction<ConfigurationResult>();
  const wanted = isEmbedded ? "" : address.trim();
  const fixed = (setting: SettingView | undefined): string | null =>
    setting?.isFixed ? setting.source : null;

  const attempt = (): Promise<TrialView> => {
    const [ca = "", cert = "", key = ""] = files;
    const login = isEmbedded ? {} : { username: user, ca, cert, key };
    return setup.requests.tryBroker({ url: wanted, ...login, ...(secret !== "" && { password: secret }) });
  };
  const keep = (): void => {
    const edits = [
      editOf(url, wanted),
      editOf(username, isEmbedded ? (present === "" ? user : "") : user),
      passwordEdit(password, secret, wanted !== present || (user === "" && !isEmbedded)),
      tlsFiles.flatMap(({ name }, place) => editOf(of(name), isEmbedded ? "" : (files[place] ?? ""))),
    ].flat();
    if (edits.length > 0) void saved.run(() => setup.change(edits));
  };
  const tryAndKeep = async (): Promise<void> => {
    const { isUsable } = await trial.run(attempt);
    if (isUsable) keep();
  };
  const isBusy = trial.isBusy || saved.isBusy;
  const needsFiles = trial.result?.findings.some(
    ({ check, verdict }) => check === "tls" && verdict === "fault",
  );
  return (
    <Form class="setup-form" onSubmit={() => void tryAndKeep()}>
      {fixed(url) === null ? (
        <fieldset class="setup-choices">
          <legend class="hidden">{t("setup.broker")}</legend>
          <Pick label={t("setup.embedded")} isPicked={isEmbedded} pick={() => setEmbedded(true)} />
          {found?.brokers.map((broker) => (
            <Pick
              key={broker.url}
              label={t("setup.foundBroker", { url: broker.url, about: broker.about })}
              isPicked={!isEmbedded && address === broker.url}
              pick={() => {
                setEmbedded(false);
                setAddress(broker.url);
              }}
            />
          ))}
          <Pick
            label={t("setup.otherBroker")}
            isPicked={!isEmbedded && !found?.brokers.some((broker) => broker.url === address)}
            pick={() => {
              setEmbedded(false);
              setAddress(present);
            }}
          />
        </fieldset>
      ) : null}
      {isEmbedded && fixed(url) === null ? (
        <p class="hint">{t("setup.embeddedHint")}</p>
      ) : (
        <>
          <Field
            label={t("about.address")}
            value={address}
            onInput={setAddress}
            placeholder="mqtt://192.168.1.10"
            hint={t("setup.brokerHint")}
            fixedBy={fixed(url)}
          />
          <Field label={t("setup.username")} value={user} onInput={setUser} fixedBy={fixed(username)} />
          <Field
            label={t("setup.password")}
            value={secret}
            onInput={setSecret}
            isSecret
            hint={
              password?.hasSecret === true
                ? t(address.trim() === present ? "setup.isSet" : "setup.enterAgain")
                : undefined
            }
            fixedBy={fixed(password)}
          />
          <details class="setup-more" open={needsFiles || files.some((file) => file !== "")}>
            <summary>{t("setup.tls")}</summary>
            <div class="setup-form">
              <p class="hint">{t("setup.tlsHint")}</p>
              {tlsFiles.map(({ name, label }, place) => (
                <Field
                  key={name}
                  label={t(label)}
                  value={files[place] ?? ""}
                  onInput={(file) => setFiles(files.map((one, at) => (at === place ? file : one)))}
                  fixedBy={fixed(of(name))}
                />
              ))}
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
      <div role="status">
        {trial.isBusy ? <p class="hint">{t("setup.trying")}</p> : null}
        {trial.result === undefined ? null : <Trial result={trial.result} />}
      </div>
      <ResultNote result={saved.result} />
    </Form>
  );
}

function Pick({
  label,
  isPicked,
  pick,
}: {
  readonly label: string;
  readonly isPicked: boolean;
  readonly pick: () => void;
}) {
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
