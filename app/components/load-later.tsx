import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { addAreaTexts } from "./area-texts.tsx";

/**
 * Waited before a module is asked for again, in milliseconds; after the last one the page's error boundary says so. Long
 * enough for a server that starts anew: a page that lost it heals, and must not fall over a part that was on its way.
 */
const AGAIN_MS = [500, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000];

/**
 * A component that is fetched when it is first rendered; until then `meanwhile` is shown. Only for the browser: nothing
 * of it is in the server's page.
 *
 * Not React.lazy: a tree that suspends while live values update it from outside can leave React 18 without a finished
 * root (its error 345), and a fetch that fails once would take the page away.
 */
export function loadLater<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  let loaded: ComponentType<Props> | null = null;
  return function LoadLater({ meanwhile = null, ...props }: Props & { meanwhile?: ReactNode }) {
    const [Part, setPart] = useState(() => loaded);
    const [failed, setFailed] = useState(0);
    const { i18n } = useTranslation();
    useEffect(() => {
      if (loaded !== null) return setPart(() => loaded);
      let current = true;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const again = () => current && setFailed((count) => count + 1);
      // With the words that it says.
      const whole = async () => {
        const module = await load();
        await addAreaTexts(i18n);
        return module.default;
      };
      whole().then(
        (part) => {
          loaded = part;
          if (current) setPart(() => loaded);
        },
        () => current && (timer = setTimeout(again, AGAIN_MS[failed] ?? 0)),
      );
      return () => {
        current = false;
        clearTimeout(timer);
      };
    }, [failed, i18n]);
    if (Part !== null) return <Part {...(props as unknown as Props)} />;
    if (failed > AGAIN_MS.length) throw new Error("A part of this page could not be loaded.");
    return meanwhile;
  };
}
