import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "./texts.ts";

/** A view that few people open: its file is loaded when it is first shown. */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => JSX.Element | null {
  let loaded: ComponentType<Props> | undefined;
  return function Lazy(props) {
    const [View, setView] = useState(() => loaded);
    const [isBroken, setBroken] = useState(false);
    useEffect(() => {
      if (loaded !== undefined) return;
      const show = async (): Promise<void> => {
        try {
          loaded = await load();
          setView(() => loaded);
        } catch {
          setBroken(true);
        }
      };
      void show();
    }, []);
    if (View !== undefined) return <View {...props} />;
    return isBroken ? <p class="nothing">{t("banner.bridgeLost")}</p> : null;
  };
}
