import { useEffect, useRef, useState, type ComponentType, type ReactNode } from "react";
import { createPortal } from "react-dom";
import type { i18n as I18n } from "i18next";
import { useTranslation } from "react-i18next";
import { afterPress } from "./after-press.ts";
import { addAreaTexts } from "./area-texts.tsx";
import { Toast } from "./ui/toast.tsx";
import { useDemoSwitching } from "./use-demo-switching.ts";
import { useSeen } from "./use-seen.ts";

/**
 * Waited before a module is asked for again, in milliseconds, then the last one each time, for as long as it is wanted:
 * what it stands for, or that it is missing, is on the page meanwhile, which must not be lost with the network.
 */
const AGAIN_MS = [500, 2_000, 5_000, 10_000];

type Load<Props extends object> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A component that is fetched when it is first rendered; until then `meanwhile` is shown. Only for the browser: nothing
 * of it is in the server's page.
 *
 * Not React.lazy: a tree that suspends while live values update it from outside can leave React 18 without a finished
 * root (its error 345), and a fetch that fails once would take the page away.
 */
export function loadLater<Props extends object>(load: Load<Props>) {
  const { useLoaded, useAhead } = createLoader(load);
  function LoadLater({ meanwhile = null, ...props }: Props & { meanwhile?: ReactNode }) {
    const { Part } = useLoaded(true);
    return Part === null ? meanwhile : <Part {...(props as unknown as Props)} />;
  }
  return Object.assign(LoadLater, {
    /** Fetches it on a desk once the browser has nothing else to do: for what must be there at once when a menu prints it. */
    useAhead,
  });
}

/** A part that comes sooner is not said to be on its way. */
const SAY_AFTER_MS = 400;

/**
 * A dialog or drawer that is fetched when it is first opened, for good: a page does not wait for forms that few open. What
 * was pressed opens when it is there; meanwhile a message says that it is on its way, or that it cannot be reached, and
 * closing the message is closing the part. It is asked for as long as it is open, so it opens when the network is back.
 */
export function loadWhenOpened<Props extends Opened>(load: Load<Props>): ComponentType<Props>;
export function loadWhenOpened<Props extends object>(
  load: Load<Props>,
  /** Of one that is opened by what it is about. */
  openedBy: (props: Props) => Opened,
): ComponentType<Props>;
export function loadWhenOpened<Props extends object>(
  load: Load<Props>,
  openedBy = (props: Props) => props as unknown as Opened,
) {
  const { useLoaded } = createLoader(load);
  return function LoadWhenOpened(props: Props) {
    const { open, onClose } = openedBy(props);
    const { Part, failed } = useLoaded(open);
    if (Part !== null) return <Part {...props} />;
    return open ? <OnItsWay hasFailed={failed > 0} onClose={onClose} /> : null;
  };
}

type Opened = { open: boolean; onClose: () => void };

function OnItsWay({ hasFailed, onClose }: { hasFailed: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SAY_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!hasFailed && !isLong) return null;
  return (
    <Toast
      tone={hasFailed ? "alarm" : "busy"}
      text={t(hasFailed ? "part.failed" : "part.loading")}
      durationMs={null}
      onClose={onClose}
    />
  );
}

/** Loaded when it is so near to the screen. */
const NEAR = "400px";

/**
 * A component that is in the server's page from the start and is fetched, to come alive, when it is nearly in sight or
 * touched: what lies below the first screen costs nothing before it is looked at. A button that is pressed meanwhile is
 * pressed again when it works, and what is chosen of a list is chosen again; while it is held down the drawn part stays,
 * or the button would be gone before its click. `onServer` is the component itself on the server, null in the browser.
 */
export function loadWhenSeen<Props extends object>(
  load: Load<Props>,
  onServer: ComponentType<Props> | null,
) {
  const { useLoaded } = createLoader(load);
  return function LoadWhenSeen(props: Props) {
    const { t } = useTranslation();
    const place = useRef<HTMLDivElement>(null);
    /** What the server drew, also once it is out of the page. */
    const drawn = useRef<HTMLDivElement | null>(null);
    const pressed = useRef<Element | null>(null);
    const [isTouched, setTouched] = useState(false);
    const [isHeld, setHeld] = useState(false);
    const isSeen = useSeen(place, NEAR);
    const isOutdated = useDemoModeWasSwitched();
    const { Part: loaded, failed } = useLoaded(isSeen || isTouched || isOutdated);
    const Part = isHeld ? null : loaded;
    useEffect(() => (isHeld ? afterPress(window, () => setHeld(false)) : undefined), [isHeld]);
    useEffect(() => {
      if (Part === null) drawn.current = place.current;
      else if (drawn.current !== null && place.current !== null) {
        repeat(drawn.current, pressed.current, place.current);
        drawn.current = null;
      }
    }, [Part]);
    const Shown = onServer ?? Part;
    if (Shown !== null)
      return (
        // The mark is the server's: hydration adds no attribute to what is in the page.
        <div key="alive" ref={place} data-drawn={onServer === null ? undefined : true}>
          <Shown {...props} />
        </div>
      );
    const touch = () => setTouched(true);
    const hold = () => {
      touch();
      setHeld(true);
    };
    const isMissing = failed > 0;
    const drawnPart = (
      // In the browser this keeps what the server drew, as it is; it hears what bubbles from the controls in it.
      // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- see above
      <div
        key="drawn"
        data-drawn
        ref={place}
        // In the place of names that are to be read no more there is only that something comes.
        className={isOutdated ? "skeleton *:invisible" : isMissing ? "missing" : undefined}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: "" }}
        onFocus={touch}
        onPointerDown={hold}
        onKeyDown={({ key }) => key === " " && hold()}
        onClick={({ target }) => {
          pressed.current = (target as Element).closest(PRESSED);
          touch();
        }}
      />
    );
    return (
      <>
        {drawnPart}
        {/* Among what the server drew: beside it this would have a place of its own in a grid. */}
        {isMissing &&
          place.current !== null &&
          createPortal(
            <p role="status" data-missing className="print-text text-xs font-medium text-warn">
              {t("part.failed")}
            </p>,
            place.current,
          )}
      </>
    );
  };
}

/** Demo mode was switched since the page came: what the server drew has other names, and is not to be read any more. */
function useDemoModeWasSwitched(): boolean {
  const [isOutdated, setOutdated] = useState(false);
  const isSwitching = useDemoSwitching();
  if (isSwitching && !isOutdated) setOutdated(true);
  return isOutdated;
}

/** What does something when it is pressed; a folded part opens, one of a few is chosen. */
const PRESSED = "button, summary, input[type=radio]";

/** Does in the part that is alive what was done in the drawn one: its chosen options, and the button that was pressed. */
function repeat(drawn: Element, pressed: Element | null, alive: Element): void {
  const lists = alive.querySelectorAll("select");
  drawn.querySelectorAll("select").forEach((before, index) => {
    const list = lists[index];
    const first = [...before.options].findIndex(({ defaultSelected }) => defaultSelected);
    if (list === undefined || before.selectedIndex === Math.max(0, first)) return;
    list.value = before.value;
    list.dispatchEvent(new Event("change", { bubbles: true }));
  });
  if (pressed === null) return;
  const index = [...drawn.querySelectorAll(PRESSED)].findIndex((each) => each === pressed);
  alive.querySelectorAll<HTMLElement>(PRESSED)[index]?.click();
}

let lastTask = Promise.resolve();

/**
 * Parts that are wanted at the same time are asked for one after the other, and drawn one after the other: each in one go with
 * all that it holds, several at once would keep the page from answering for as long as all of them take.
 */
const ownTask = (): Promise<void> =>
  (lastTask = lastTask.then(() => new Promise((done) => setTimeout(done))));

/** Fetches a module once it is wanted, again while that fails; null until it is there with the words that it says. */
function createLoader<Props extends object>(
  load: Load<Props>,
): {
  useLoaded: (isWanted: boolean) => { Part: ComponentType<Props> | null; failed: number };
  useAhead: () => void;
} {
  let loaded: ComponentType<Props> | null = null;
  const whole = async (i18n: I18n) => {
    await ownTask();
    const module = await load();
    await addAreaTexts(i18n);
    await ownTask();
    loaded = module.default;
  };
  function useAhead() {
    const { i18n } = useTranslation();
    useEffect(() => {
      // A phone has no such menu, and its own work is dear.
      if (loaded !== null || !window.matchMedia("(hover: hover)").matches) return;
      // What fails is asked for again when it is rendered.
      return whenIdle(() => void whole(i18n).catch(() => undefined));
    }, [i18n]);
  }
  function useLoaded(isWanted: boolean) {
    const [Part, setPart] = useState(() => loaded);
    const [failed, setFailed] = useState(0);
    const { i18n } = useTranslation();
    useEffect(() => {
      if (!isWanted) return;
      if (loaded !== null) return setPart(() => loaded);
      let current = true;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const again = () => current && setFailed((count) => count + 1);
      const wait = () => {
        if (!current) return;
        timer = setTimeout(again, AGAIN_MS[failed] ?? AGAIN_MS.at(-1)!);
        window.addEventListener("online", again);
      };
      whole(i18n).then(() => current && setPart(() => loaded), wait);
      return () => {
        current = false;
        clearTimeout(timer);
        window.removeEventListener("online", again);
      };
    }, [isWanted, failed, i18n]);
    return { Part, failed };
  }
  return { useLoaded, useAhead };
}

/** A browser without a call for it waits so long. */
const IDLE_MS = 2_000;

function whenIdle(act: () => void): () => void {
  if (typeof window.requestIdleCallback !== "function") {
    const timer = setTimeout(act, IDLE_MS);
    return () => clearTimeout(timer);
  }
  const call = window.requestIdleCallback(act);
  return () => window.cancelIdleCallback(call);
}
