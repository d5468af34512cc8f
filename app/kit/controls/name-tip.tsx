import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";

const EDGE_PX = 8;
/** With less room below, it stands above. */
const ROOM_PX = 48;

type Props = {
  /** What the button or link inside calls itself already, for who listens. */
  name: string;
  children: ReactNode;
};

/**
 * The name of an icon, in words: seen while the icon is pointed at, held by a finger, or has the focus from the keyboard;
 * Escape takes it away. It is above everything and cut off by nothing, so that it may stand in a table.
 *
 *     <NameTip name={label}><button type="button" aria-label={label}><Trash2 aria-hidden="true" /></button></NameTip>
 */
export function NameTip({ name, children }: Props) {
  const icon = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const shown = tip.current;
    if (!isShown || shown === null) return;
    // The focus may have moved the page to its icon, and the reader moves it further.
    const follow = () => icon.current && placeAt(shown, icon.current.getBoundingClientRect());
    shown.showPopover();
    follow();
    window.addEventListener("scroll", follow, { capture: true, passive: true });
    return () => {
      window.removeEventListener("scroll", follow, { capture: true });
      shown.hidePopover();
    };
  }, [isShown]);
  const hide = () => setShown(false);
  return (
    <span
      ref={icon}
      role="presentation"
      className="inline-flex"
      onPointerEnter={() => setShown(true)}
      onPointerLeave={hide}
      onFocus={({ target }) => target.matches(":focus-visible") && setShown(true)}
      onBlur={hide}
      onClick={hide}
      onKeyDown={({ key }: KeyboardEvent) => key === "Escape" && hide()}
    >
      {children}
      <span
        ref={tip}
        aria-hidden="true"
        {...{ popover: "manual" }}
        className="m-0 max-w-[min(16rem,calc(100vw-1rem))] overflow-visible bg-transparent py-1 transition-opacity delay-150 duration-150 starting:opacity-0 [&:not(:popover-open)]:hidden"
      >
        <span className="block rounded-control bg-ink px-2.5 py-1.5 text-left text-xs font-normal whitespace-normal text-card">
          {name}
        </span>
      </span>
    </span>
  );
}

function placeAt(tip: HTMLElement, at: DOMRect): void {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const isBelow = height - at.bottom >= ROOM_PX;
  const middle = at.left + at.width / 2 - tip.offsetWidth / 2;
  const { style } = tip;
  style.inset = "auto";
  style.left = `${Math.max(EDGE_PX, Math.min(middle, width - tip.offsetWidth - EDGE_PX))}px`;
  style[isBelow ? "top" : "bottom"] = `${isBelow ? at.bottom : height - at.top}px`;
}
