import { ChevronDown } from "lucide-react";
import { cx } from "#app/components/cx.ts";

type FoldButtonProps = {
  label: string;
  open: boolean;
  onToggle: () => void;
  /** Tablets too: what is last of a long page. */
  onTablets?: boolean;
};

/** On a phone, where a page is long: opens the part that it stands beside. Elsewhere the part is open, without a button. */
export function FoldButton({ label, open, onToggle, onTablets = false }: FoldButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-expanded={open}
      onClick={onToggle}
      className={cx(
        "grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-hover print:hidden",
        onTablets ? "xl:hidden" : "sm:hidden",
      )}
    >
      <ChevronDown
        className={cx("size-5 transition-transform duration-150", open && "rotate-180")}
        aria-hidden="true"
      />
    </button>
  );
}

/** Of what it opens. */
export const foldedOnPhone = (open: boolean): string | false => !open && "max-sm:hidden";
/** On paper it is open. */
export const foldedOnTablets = (open: boolean): string | false =>
  !open && "max-xl:not-print:hidden";
