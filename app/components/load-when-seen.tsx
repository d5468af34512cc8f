import { useNavigate } from "@remix-run/react";
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type MouseEvent,
} from "react";
import { useTranslation } from "react-i18next";
import { afterPress } from "./after-press.ts";
import { cx } from "./cx.ts";
import { useHold } from "./hold-pages.ts";
import { OnItsWay } from "./load-later.tsx";
import { MissingPart } from "./missing-part.tsx";
import { createLoader, type Load, type Loader } from "./part-loader.ts";
import { DrawnContext, hasNotice } from "./part-notice.tsx";
import { tryAgain } from "./try-again.ts";
import { Button } from "./ui/button.tsx";
import { Notice } from "./ui/notice.tsx";
import { useDemoSwitching } from "./use-demo-switching.ts";
import { useDrawnAge } from "./use-drawn-age.ts";
import { useLayoutEffectInBrowser } from "./use-hydrated.ts";
import { useSeen } from "./use-seen.ts";

/** Loaded when it is so near to the screen. */
const NEAR = "400px";
/** On a phone what is out of sight is fetched so long after the page, whose first work is done by then. */
const PHONE_MS = 10_000;

/**
 * A component that is in the server's page from the start and comes alive when it is nearly in sight or touched. It is fetched
 * then, or before, once the browser has nothing else to do: a part that is first looked at without a connection is there, and
 * says how old it is. A button that is pressed meanwhile is pressed again when it works: where that takes long it is said, and
 * somebody may wait for it no more. What is chosen of a list is chosen again. While a button is held down the drawn part stays,
 * or the button would be gone before its click. `onServer` is the component itself on the server, null in the browser. It comes
 * with its loader, for what is to be shown only once it is there.
 */
export function loadWhenSeen<Props extends object>(
  load: Load<Props>,
  onServer: ComponentType<Props> | null,
): ComponentType<Props> & Loader<Props> {
  const loader = createLoader(load);
  return Object.assign(createPart(loader, onServer, { canBeMissing: true }), loader);
}

/**
 * The same of a component whose script comes with the page, that stands in it many times: of a first page each comes alive,
 * in a task of its own, when it is nearly in sight or touched. On a page that is turned to it is alive at once.
 */
export function aliveWhenSeen<Props extends object>(
  Part: ComponentType<Props>,
  onServer: ComponentType<Props> | null,
  className?: string,
): ComponentType<Props> {
  return createPart(
    createLoader(() => Promise.resolve({ default: Part }), Part),
    onServer,
    { className },
  );
}

/**
 * On the server the component, marked as drawn; in the browser what keeps that. `className` is of the place it stands in. What
 * the page would say if the part could not be fetched comes with it, unseen: then it could not be fetched either.
 */
function createPart<Props extends object>(
  loader: Loader<Props>,
  OnServer: ComponentType<Props> | null,
  { className, canBeMissing }: { className?: string | undefined; canBeMissing?: boolean },
): ComponentType<Props> {
  return OnServer === null
    ? createPartInBrowser(loader, className)
    : (props) => (
        <div data-drawn className={className}>
          {import.meta.env.SSR && canBeMissing ? (
            <DrawnContext.Provider value>
              <OnServer {...props} />
              {!hasNotice(OnServer) && <MissingPart isDrawn />}
            </DrawnContext.Provider>
          ) : (
            <OnServer {...props} />
          )}
        </div>
      );
}

/** What the server drew, until the component is there. */
function createPartInBrowser<Props extends object>(
  { useLoaded, useAhead }: Loader<Props>,
  className: string | undefined,
): ComponentType<Props> {
  return function PartInBrowser(props) {
    const { t } = useTranslation();
    const navigate = useNavigate();
    const place = useRef<HTMLDivElement | null>(null);
    /** What the server drew, also once it is out of the page. */
    const drawn = useRef<HTMLDivElement | null>(null);
    const pressed = useRef<Element | null>(null);
    /** The words of that button. */
    const [awaited, setAwaited] = useState<string | null>(null);
    /** Which of its controls had the focus when what the server drew went out of the page. */
    const focused = useRef(-1);
    const keepPlace = useCallback((element: HTMLDivElement | null) => {
      // Still in the page when this is told: what goes takes the focus with it.
      if (element === null) focused.current = focusedIn(place.current);
      place.current = element;
    }, []);
    const [isTouched, setTouched] = useState(false);
    const [isHeld, setHeld] = useState(false);
    const isSeen = useSeen(place, NEAR);
    const isOutdated = useDemoModeWasSwitched();
    const { Part: loaded, failed } = useLoaded(isSeen || isTouched || isOutdated);
    useAhead(PHONE_MS);
    const Part = isHeld ? null : loaded;
    const away = useHold();
    const isMissing = failed > 0 || away !== null;
    useDrawnAge(place, Part === null && isMissing);
    /** The page was turned to, so that the server drew nothing of it. */
    const [isEmpty, setEmpty] = useState(false);
    useLayoutEffectInBrowser(() => setEmpty(place.current?.childNodes.length === 0), []);
    // Before what was done is repeated: what keeps the drawn part true hands back then what somebody chose in it.
    useEffect(() => {
      if (Part === null && place.current !== null) return away?.keepTrue(place.current);
    }, [Part, away]);
    useEffect(() => (isHeld ? afterPress(window, () => setHeld(false)) : undefined), [isHeld]);
    useEffect(() => {
      if (Part === null) drawn.current = place.current;
      else if (drawn.current !== null && place.current !== null) {
        repeat(drawn.current, pressed.current, place.current);
        controlsIn(place.current)[focused.current]?.focus({ preventScroll: true });
        drawn.current = null;
      }
    }, [Part]);
    if (Part !== null)
      return (
        <div key="alive" ref={keepPlace} className={className}>
          <Part {...props} />
        </div>
      );
    if (isEmpty)
      return (
        <div key="drawn" ref={keepPlace} className={className}>
          {isMissing ? (
            <Notice tone="warn" role="status">
              {t("part.failed")}{" "}
              <Button size="small" onClick={tryAgain}>
                {t("errors.retry")}
              </Button>
            </Notice>
          ) : (
            <div className="skeleton h-40" />
          )}
        </div>
      );
    const touch = () => setTouched(true);
    const forget = () => {
      pressed.current = null;
      setAwaited(null);
    };
    const hold = () => {
      touch();
      setHeld(true);
    };
    const onItsWay = awaited !== null && (
      <OnItsWay name={awaited} hasFailed={isMissing} onClose={forget} />
    );
    return (
      <>
        {/* In the browser this keeps what the server drew, as it is; it hears what bubbles from the controls in it. */}
        {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- see above */}
        <div
          key="drawn"
          data-drawn
          ref={keepPlace}
          // In the place of names that are to be read no more there is only that something comes.
          className={cx(className, isOutdated ? "skeleton *:invisible" : isMissing && "missing")}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: "" }}
          onFocus={touch}
          onPointerDown={hold}
          onKeyDown={({ key }) => key === " " && hold()}
          onClick={(event) => {
            const { target } = event;
            if (!(target instanceof Element)) return;
            if (target.closest("[data-missing]")) return tryAgain();
            pressed.current = target.closest(PRESSED);
            setAwaited(target.closest("button")?.innerText.trim() || null);
            touch();
            const link = target.closest<HTMLAnchorElement>("a[href]");
            if (link === null || !opensHere(event, link)) return;
            // Followed as the component would: the browser would leave the page, also for a server that is away.
            event.preventDefault();
            navigate(link.pathname + link.search + link.hash);
          }}
        />
        {onItsWay}
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

/** A page of this site that is to be shown in this window. */
const opensHere = (
  { button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent,
  link: HTMLAnchorElement,
) =>
  button === 0 &&
  !(altKey || ctrlKey || metaKey || shiftKey) &&
  link.origin === window.location.origin &&
  link.target === "" &&
  !link.hasAttribute("download");

const controlsIn = (place: Element) => [
  ...place.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary"),
];

const focusedIn = (place: Element | null): number =>
  place === null ? -1 : controlsIn(place).findIndex((each) => each === document.activeElement);

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
