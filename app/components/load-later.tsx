import { useEffect, useRef, useState, type ComponentType, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { addAreaTexts } from "./area-texts.tsx";
import { useSeen } from "./use-seen.ts";

/**
 * Waited before a module is asked for again, in milliseconds; after the last one the page's error boundary says so. Long
 * enough for a server that starts anew: a page that lost it heals, and must not fall over a part that was on its way.
 */
const AGAIN_MS = [500, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000];

type Load<Props extends object> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A component that is fetched when it is first rendered; until then `meanwhile` is shown. Only for the browser: nothing
 * of it is in the server's page.
 *
 * Not React.lazy: a tree that suspends while live values update it from outside can leave React 18 without a finished
 * root (its error 345), and a fetch that fails once would take the page away.
 */
export function loadLater<Props extends object>(load: Load<Props>) {
  const useLoaded = createLoader(load);
  return function LoadLater({ meanwhile = null, ...props }: Props & { meanwhile?: ReactNode }) {
    const Part = useLoaded(true);
    return Part === null ? meanwhile : <Part {...(props as unknown as Props)} />;
  };
}

/** Loaded when it is so near to the screen. */
const NEAR = "400px";

/**
 * A component that is in the server's page from the start and is fetched, to come alive, when it is nearly in sight or
 * touched: what lies below the first screen costs nothing before it is looked at. A button that is pressed meanwhile is
 * pressed again when it works, and what is chosen of a list is chosen again. `onServer` is the component itself on the server, null in the browser.
 */
export function loadWhenSeen<Props extends object>(
  load: Load<Props>,
  onServer: ComponentType<Props> | null,
) {
  const useLoaded = createLoader(load);
  return function LoadWhenSeen(props: Props) {
    const place = useRef<HTMLDivElement>(null);
    const [isTouched, setTouched] = useState(false);
    const touched = useRef<Touched | null>(null);
    const isSeen = useSeen(place, NEAR);
    const Part = useLoaded(isSeen || isTouched);
    useEffect(() => {
      if (Part === null || touched.current === null || place.current === null) return;
      repeat(place.current, touched.current);
      touched.current = null;
    }, [Part]);
    const Shown = onServer ?? Part;
    if (Shown !== null)
      return (
        <div key="alive" ref={place}>
          <Shown {...props} />
        </div>
      );
    const touch = () => setTouched(true);
    return (
      // In the browser this keeps what the server drew, as it is; it hears what bubbles from the buttons in it.
      // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- see above
      <div
        key="drawn"
        ref={place}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: "" }}
        onFocus={touch}
        onPointerDown={touch}
        onClick={({ target }) => {
          const button = (target as Element).closest("button");
          if (button === null || place.current === null) return;
          touched.current = { index: indexIn(place.current, button) };
          touch();
        }}
        onChange={({ target }) => {
          if (!(target instanceof HTMLSelectElement) || place.current === null) return;
          touched.current = {
            index: indexIn(place.current, target as EventTarget as Element),
            value: target.value,
          };
          touch();
        }}
      />
    );
  };
}

/** A button by its place among the controls, or a list with what was chosen of it. */
type Touched = { index: number; value?: string };
const controlsIn = (place: Element): Element[] => [...place.querySelectorAll("button, select")];
const indexIn = (place: Element, control: Element): number => controlsIn(place).indexOf(control);

function repeat(place: Element, { index, value }: Touched): void {
  const control = controlsIn(place)[index];
  if (control instanceof HTMLButtonElement) control.click();
  else if (control instanceof HTMLSelectElement && value !== undefined) {
    control.value = value;
    control.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

/** Fetches a module once it is wanted, again when that failed; null until it is there with the words that it says. */
function createLoader<Props extends object>(
  load: Load<Props>,
): (isWanted: boolean) => ComponentType<Props> | null {
  let loaded: ComponentType<Props> | null = null;
  return function useLoaded(isWanted) {
    const [Part, setPart] = useState(() => loaded);
    const [failed, setFailed] = useState(0);
    const { i18n } = useTranslation();
    useEffect(() => {
      if (!isWanted) return;
      if (loaded !== null) return setPart(() => loaded);
      let current = true;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const again = () => current && setFailed((count) => count + 1);
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
    }, [isWanted, failed, i18n]);
    if (Part === null && failed > AGAIN_MS.length)
      throw new Error("A part of this page could not be loaded.");
    return Part;
  };
}
