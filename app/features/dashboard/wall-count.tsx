import type { LucideIcon } from "lucide-react";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";

type WallCountProps = {
  icon: LucideIcon;
  count: number;
  /** The same in words. */
  words: string;
  className: string;
};

/** A sign and a number behind a machine's name on a wall. */
export function WallCount({ icon: Icon, count, words, className }: WallCountProps) {
  const { number } = useFormats();
  return (
    <span
      className={cx(
        "inline-flex shrink-0 items-center gap-[max(0.25rem,0.4vw)] wall-name-long font-semibold",
        className,
      )}
    >
      <Icon className="size-[1em]" aria-hidden="true" />
      <span aria-hidden="true">{number(count)}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}
