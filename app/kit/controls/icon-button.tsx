import type { ReactNode } from "react";
import { cx } from "#app/components/cx.ts";
import { NameTip } from "./name-tip.tsx";

type Props = {
  /** What it does, and to what: read out, and seen while it is pointed at. */
  label: string;
  /** "card": larger at a desk too, and above a card that is a link as a whole. */
  on?: "row" | "card";
  /** What it opens, where that covers the page. */
  opens?: "dialog";
  onClick: () => void;
  /** The icon, hidden from who listens. */
  children: ReactNode;
};

/** A button that is an icon alone, as wide as a finger on a phone. */
export function IconButton({ label, on = "row", opens, onClick, children }: Props) {
  return (
    <NameTip name={label}>
      <button
        type="button"
        aria-label={label}
        aria-haspopup={opens}
        onClick={onClick}
        className={cx(
          "grid size-11 place-items-center rounded-control text-ink-soft hover:bg-hover hover:text-ink",
          on === "row" ? "lg:size-7" : "relative z-10 lg:size-9",
        )}
      >
        {children}
      </button>
    </NameTip>
  );
}
