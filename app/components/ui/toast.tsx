import { COMMON_ICONS } from "#app/components/common-icons.ts";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";

/** How long a message stands (spec 000 §9); one about an event that was reported is shorter. */
export const TOAST_MS = 6_000;
export const EVENT_TOAST_MS = 3_000;

type ToastProps = {
  /** `busy`: something is on its way. */
  tone: "good" | "alarm" | "busy";
  text: string;
  /** null: until it is closed, or what it told of is over. */
  durationMs?: number | null;
  /** Left where it is rendered, which is outside of the page already. */
  inPlace?: boolean;
  /** Where closing it takes something back. */
  closeLabel?: string;
  onClose: () => void;
};

const LOOKS = {
  good: { Icon: COMMON_ICONS.CircleCheck, edge: "border-go/40", ink: "text-go" },
  alarm: { Icon: COMMON_ICONS.CircleAlert, edge: "border-alarm/40", ink: "text-alarm" },
  busy: { Icon: COMMON_ICONS.CircleDashed, edge: "border-line-strong", ink: "text-ink-soft" },
} as const;

/** What happened, said once; it waits while somebody points at it or has the focus in it. */
export function Toast({
  tone,
  text,
  durationMs = TOAST_MS,
  inPlace = false,
  closeLabel,
  onClose,
}: ToastProps) {
  const { t } = useTranslation();
  const [held, setHeld] = useState(false);
  // A page that is rendered again meanwhile, by live values say, must not begin the time anew.
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (held || durationMs === null) return;
    const timer = setTimeout(() => close.current(), durationMs);
    return () => clearTimeout(timer);
  }, [held, durationMs, text]);
  const { Icon, edge, ink } = LOOKS[tone];
  const hold = {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
  const toast = (
    <div className="pointer-events-none fixed inset-x-0 z-60 flex toast-place">
      <div
        role={tone === "alarm" ? "alert" : "status"}
        className={cx(
          "pointer-events-auto flex max-w-lg items-center gap-3 rounded-card border bg-card py-1 pr-1 pl-4 text-sm text-ink shadow-float transition-opacity duration-150 ease-calm starting:opacity-0",
          edge,
        )}
        {...hold}
      >
        <Icon className={cx("size-5 shrink-0", ink)} aria-hidden="true" />
        <p className="min-w-0">{text}</p>
        <button
          type="button"
          onClick={onClose}
          aria-label={closeLabel ?? t("drawer.close")}
          className="grid size-11 shrink-0 place-items-center rounded-control text-ink-faint hover:bg-hover"
        >
          <COMMON_ICONS.X className="size-4" aria-hidden="true" />
        </button>
      </div>
    </div>
  );
  return inPlace ? toast : createPortal(toast, document.body);
}
