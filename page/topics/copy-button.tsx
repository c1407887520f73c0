import { useBriefly } from "../hooks.ts";
import { Icon } from "../icons.tsx";
import { t } from "../texts.ts";

const shownMs = 2000;

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useBriefly<true>(shownMs);
  return (
    <button
      type="button"
      class="copy"
      aria-label={isCopied ? t("topics.copied") : label}
      title={label}
      onClick={() => void copy(text).then((isDone) => setCopied(isDone || undefined))}
    >
      <Icon name={isCopied ? "check" : "copy"} />
    </button>
  );
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Browsers offer the clipboard on https and loopback alone.
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "hidden";
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  return isCopied;
}
