import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { cx } from "#app/components/cx.ts";
import { planPlace } from "./popover-place.ts";

type PopoverProps = {
  /** Of the button; with `label` too, it is an icon. */
  children: ReactNode;
  /** The button's name where its content has no words. */
  label?: string;
  /** The panel's name. */
  title: string;
  /** A function is called, with what closes the panel, while it is open only: it begins anew each time. */
  panel: ReactNode | ((close: () => void) => ReactNode);
  isDisabled?: boolean;
  buttonClass?: string;
  /** The edge of the button that the panel keeps to. */
  align?: "start" | "end";
};

const EDGE_PX = 8;

/**
 * A panel at a button, by the browser's own popover: Escape and a click beside it close it, the focus goes back, it is
 * above everything and cut off by nothing, and it opens before scripts are there.
 */
export function Popover({
  children,
  label,
  title,
  panel,
  isDisabled = false,
  buttonClass,
  align = "start",
}: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const [opener, popover] = [button.current, box.current];
    if (opener === null || popover === null) return;
    const place = () => placeAt(popover, opener.getBoundingClientRect(), align);
    const change = (opens: boolean) => {
      if (opens) place();
      setOpen(opens);
      const listen = opens ? window.addEventListener : window.removeEventListener;
      listen("scroll", place, { capture: true });
      listen("resize", place);
    };
    const before = (event: Event) => change((event as ToggleEvent).newState === "open");
    const isShown = () => popover.matches(":popover-open");
    // By now it is shown, and what is in it has its height.
    const after = () => isShown() && place();
    // It was opened before the scripts were there.
    if (isShown()) change(true);
    popover.addEventListener("beforetoggle", before);
    popover.addEventListener("toggle", after);
    return () => {
      popover.removeEventListener("toggle", after);
      popover.removeEventListener("beforetoggle", before);
      window.removeEventListener("scroll", place, { capture: true });
      window.removeEventListener("resize", place);
    };
  }, [align]);
  return (
    <>
      <button
        type="button"
        ref={button}
        disabled={isDisabled}
        aria-label={label}
        className={buttonClass}
        {...{ popovertarget: id }}
      >
        {children}
      </button>
      <div
        id={id}
        ref={box}
        role="dialog"
        aria-label={title}
        {...{ popover: "auto" }}
        className={cx(
          "min-w-48 overflow-y-auto rounded-card bg-card p-2 text-sm font-normal whitespace-normal text-ink shadow-float",
          "[&:not(:popover-open)]:hidden",
        )}
      >
        {typeof panel !== "function" ? panel : isOpen && panel(() => box.current?.hidePopover())}
      </div>
    </>
  );
}

/** Before it is shown its size is not known: it is held by the edges that are. */
function placeAt(popover: HTMLElement, at: DOMRect, align: "start" | "end"): void {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const { top, bottom, maxHeight } = planPlace(at, height, popover.scrollHeight);
  const isEnd = align === "end" ? at.right > width / 3 : at.left > (width * 2) / 3;
  const { style } = popover;
  style.inset = "auto";
  style.margin = "0";
  style.maxHeight = `${maxHeight}px`;
  if (top !== null) style.top = `${top}px`;
  if (bottom !== null) style.bottom = `${bottom}px`;
  const edge = Math.max(EDGE_PX, isEnd ? width - at.right : at.left);
  style[isEnd ? "right" : "left"] = `${edge}px`;
  style.maxWidth = `${width - edge - EDGE_PX}px`;
}
