import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { cx } from "#app/components/cx.ts";

const PLACES = { center: "left-1/2 -translate-x-1/2", start: "left-0", end: "right-0" } as const;
export type TipPlace = keyof typeof PLACES;
/** Between the button and the tip. */
const GAP_PX = 4;
/** The page is moved further than that by whoever scrolls it. */
const NUDGE_PX = 4;

/** What the button that has the tip takes. */
type TipProps = {
  "aria-describedby": string;
  onClick: () => void;
  onMouseLeave: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onBlur: () => void;
};

type Props = {
  tip: ReactNode;
  /** At the middle of the button, or from the edge on that has no room beside it. */
  align: TipPlace;
  children: (props: TipProps) => ReactNode;
};

/**
 * A word at a button, by pointer, touch and keyboard: seen while the button is pointed at or has the focus, kept after a
 * press, taken away by Escape. It stands below, or above where the window ends. Pages use the kit's Tooltip, or LockedButton.
 */
export function Tip({ tip, align, children }: Props) {
  const id = useId();
  const [isHeld, setHeld] = useState(false);
  const [isHushed, setHushed] = useState(false);
  const [isAbove, setAbove] = useState(false);
  const word = useRef<HTMLSpanElement>(null);
  const place = (around: Element) =>
    setAbove(!hasRoomBelow(around.getBoundingClientRect(), word.current));
  const show = (isKept: boolean, isAway: boolean) => {
    setHeld(isKept);
    setHushed(isAway);
  };
  // Where a tap gives buttons no focus, as in Safari, a tap beside one does not take it away. Scrolled, it would lie over what
  // stays in its place; that its button was scrolled to before it came is told late.
  useEffect(() => {
    if (!isHeld) return;
    const top = () => word.current?.parentElement?.getBoundingClientRect().top ?? 0;
    const topAtFirst = top();
    const leave = ({ target }: PointerEvent) => {
      if (!word.current?.parentElement?.contains(target as Node)) show(false, true);
    };
    const scroll = () => {
      if (Math.abs(top() - topAtFirst) > NUDGE_PX) show(false, true);
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("scroll", scroll, true);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("scroll", scroll, true);
    };
  }, [isHeld]);
  return (
    <span
      role="presentation"
      className="group/tip relative inline-flex"
      onPointerEnter={({ currentTarget }) => place(currentTarget)}
      onFocus={({ currentTarget }) => place(currentTarget)}
    >
      {children({
        "aria-describedby": id,
        onClick: () => show(!isHeld, isHeld),
        onMouseLeave: () => setHushed(false),
        onKeyDown: ({ key }) => key === "Escape" && show(false, true),
        onBlur: () => show(false, false),
      })}
      <span
        ref={word}
        role="tooltip"
        id={id}
        className={cx(
          "absolute z-30 my-1 w-max max-w-[min(16rem,calc(100vw-2rem))] rounded-control bg-ink px-2.5 py-1.5 text-left text-xs font-normal whitespace-normal text-card",
          PLACES[align],
          isAbove ? "bottom-full" : "top-full",
          isHeld
            ? "visible"
            : isHushed
              ? "invisible"
              : "invisible group-focus-within/tip:visible group-hover/tip:visible",
        )}
      >
        {tip}
      </span>
    </span>
  );
}

function hasRoomBelow({ top, bottom }: DOMRect, word: HTMLElement | null): boolean {
  const needs = (word?.offsetHeight ?? 0) + GAP_PX;
  return document.documentElement.clientHeight - bottom >= needs || top < needs;
}
