import { Link, type LinkProps } from "@remix-run/react";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { cx } from "#app/components/cx.ts";

const TONES = {
  quiet: "border-line-strong bg-card text-ink-soft",
  warn: "border-warn/40 bg-warn-wash text-ink",
  alarm: "border-alarm/40 bg-alarm-wash text-ink",
  good: "border-go/40 bg-go-wash text-ink",
} as const;

/** Under the pointer a colour stays what it says. */
const HOVERS = {
  quiet: "hover:bg-hover",
  warn: "hover:border-warn",
  alarm: "hover:border-alarm",
  good: "hover:border-go",
} as const;

export type ChipTone = keyof typeof TONES;
type Look = { tone?: ChipTone; icon?: ReactNode; children: ReactNode };

const chipClass = (tone: ChipTone, isPressed: boolean): string =>
  cx(
    "relative inline-flex h-6 items-center gap-1 rounded-full border px-2 text-xs font-medium whitespace-nowrap",
    TONES[tone],
    // What is pressed is at least 44 high for a finger, whatever its look.
    isPressed &&
      "transition-colors duration-150 before:absolute before:-inset-[7px] before:content-[''] aria-pressed:border-ink aria-pressed:inset-ring aria-pressed:inset-ring-ink max-lg:h-8 max-lg:px-2.5 lg:before:inset-0",
    isPressed && HOVERS[tone],
  );

/** A word or a number set apart. */
export function Chip({ tone = "quiet", icon, children }: Look) {
  return (
    <span className={chipClass(tone, false)}>
      {icon}
      {children}
    </span>
  );
}

/** One that does something where it stands; in a table's row it does not open the row. */
export function ChipButton({
  tone = "quiet",
  icon,
  children,
  ...button
}: Look & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className">) {
  return (
    <button type="button" {...button} className={cx("print-text", chipClass(tone, true))}>
      {icon}
      {children}
    </button>
  );
}

/** One that leads somewhere. */
export function ChipLink({
  tone = "quiet",
  icon,
  children,
  ...link
}: Look & Omit<LinkProps, "className">) {
  return (
    <Link {...link} className={chipClass(tone, true)}>
      {icon}
      {children}
    </Link>
  );
}
