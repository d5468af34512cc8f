import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import type { ParseKeys } from "i18next";
import { useTranslation } from "react-i18next";
import { createLoader, type Load } from "./part-loader.ts";
import { Toast } from "./ui/toast.tsx";

/** What stands in the place of a part that is not there yet; `hasFailed`: it could not be fetched, and is asked for again. */
type Meanwhile = ReactNode | ((hasFailed: boolean) => ReactNode);

/**
 * A component that is fetched when it is first rendered; until then `meanwhile` is shown. Only for the browser: nothing
 * of it is in the server's page.
 *
 * Not React.lazy: a tree that suspends while live values update it from outside can leave React 18 without a finished
 * root (its error 345), and a fetch that fails once would take the page away.
 */
export function loadLater<Props extends object>(load: Load<Props>) {
  const { useLoaded, useAhead } = createLoader(load);
  function LoadLater({ meanwhile = null, ...props }: Props & { meanwhile?: Meanwhile }) {
    const { Part, failed } = useLoaded(true);
    if (Part !== null) return <Part {...(props as unknown as Props)} />;
    return typeof meanwhile === "function" ? meanwhile(failed > 0) : meanwhile;
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
export function loadWhenOpened<Props extends Opened>(
  load: Load<Props>,
  /** The words of what opens it, by which it is known before it is there. */
  name: ParseKeys,
): ComponentType<Props>;
export function loadWhenOpened<Props extends object>(
  load: Load<Props>,
  name: ParseKeys,
  /** Of one that is opened by what it is about, which may have a name of its own. */
  openedBy: (props: Props) => Opened & { name?: string | undefined },
): ComponentType<Props>;
export function loadWhenOpened<Props extends object>(
  load: Load<Props>,
  name: ParseKeys,
  openedBy = (props: Props): Opened & { name?: string | undefined } => {
    const { open, onClose } = props as unknown as Opened;
    return { open, onClose };
  },
) {
  const { useLoaded } = createLoader(load);
  return function LoadWhenOpened(props: Props) {
    const { t } = useTranslation();
    const { open, onClose, name: ownName } = openedBy(props);
    const { Part, failed } = useLoaded(open);
    if (Part !== null) return <Part {...props} />;
    return open ? (
      <OnItsWay name={ownName ?? t(name)} hasFailed={failed > 0} onClose={onClose} />
    ) : null;
  };
}

type Opened = { open: boolean; onClose: () => void };

type OnItsWayProps = { name: string; hasFailed: boolean; onClose: () => void };

/** Opens something else in the place of what is awaited. */
const OPENER = "a[href], [aria-haspopup]";

/**
 * Says that what was pressed is on its way, once that takes long, or that it could not be fetched. Nobody waits for it any
 * more after Escape, a step back, or a press on what opens something else.
 */
export function OnItsWay({ name, hasFailed, onClose }: OnItsWayProps) {
  const { t } = useTranslation();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SAY_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const hear = (event: Event) => {
      const { target, type } = event;
      const isMeant =
        type === "click"
          ? target instanceof Element && target.closest(OPENER) !== null
          : type === "popstate" || (event as KeyboardEvent).key === "Escape";
      if (isMeant) onClose();
    };
    // Before what was pressed acts: pressed once more, it is asked for once more.
    const events = ["click", "keydown", "popstate"];
    for (const each of events) window.addEventListener(each, hear, true);
    return () => {
      for (const each of events) window.removeEventListener(each, hear, true);
    };
  }, [onClose]);
  if (!hasFailed && !isLong) return null;
  return (
    <Toast
      tone={hasFailed ? "alarm" : "busy"}
      text={hasFailed ? t("part.waits", { name }) : t("part.loading")}
      durationMs={null}
      closeLabel={t("form.cancel")}
      onClose={onClose}
    />
  );
}
