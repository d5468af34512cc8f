import { Info } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { cx } from "#app/components/cx.ts";

type Props = {
  /** What the button is about, for who listens: "About uptime". */
  label: string;
  children: ReactNode;
  /** What it stands on; an "i" unless said otherwise. */
  face?: ReactNode;
  /** Where it stands: below the middle of the button, or from the edge on that has no room beside it. */
  align?: keyof typeof PLACES;
};

const PLACES = { center: "left-1/2 -translate-x-1/2", start: "left-0", end: "right-0" } as const;

/**
 * A word more on something, by pointer, touch and keyboard: a button that shows it while it is pointed at or has the focus,
 * and keeps it after a press; Escape takes it away. No fact that somebody needs lives here only.
 *
 *     <Tooltip label={t("kit.about", { what: t("machine.uptime") })}>{t("machine.uptimeHelp")}</Tooltip>
 */
export function Tooltip({ label, children, face, align = "center" }: Props) {
  const id = useId();
  const [isHeld, setHeld] = useState(false);
  const [isHushed, setHushed] = useState(false);
  return (
    <span className="group relative inline-flex">
      <button
        type="button"
        aria-label={label}
        aria-describedby={id}
        onClick={() => {
          setHeld(!isHeld);
          setHushed(isHeld);
        }}
        onMouseLeave={() => setHushed(false)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          setHeld(false);
          setHushed(true);
        }}
        onBlur={() => {
          setHeld(false);
          setHushed(false);
        }}
        className="grid min-h-6 min-w-6 place-items-center rounded-control text-ink-faint hover:text-ink"
      >
        {face ?? <Info className="size-4" aria-hidden="true" />}
      </button>
      <span
        role="tooltip"
        id={id}
        className={cx(
          "absolute top-full z-30 w-max max-w-64 rounded-control bg-ink px-2.5 py-1.5 text-xs text-card",
          PLACES[align],
          isHeld
            ? "visible"
            : isHushed
              ? "invisible"
              : "invisible group-focus-within:visible group-hover:visible",
        )}
      >
        {children}
      </span>
    </span>
  );
}
