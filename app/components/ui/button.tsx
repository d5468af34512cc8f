import type { ButtonHTMLAttributes } from "react";
import { Link, type LinkProps } from "@remix-run/react";
import { cx } from "#app/components/cx.ts";

const TONES = {
  primary:
    "bg-accent text-on-accent hover:bg-accent-strong disabled:bg-idle-wash disabled:text-ink-faint",
  quiet: "border border-line-strong bg-card text-ink hover:bg-hover disabled:text-ink-faint",
  bare: "text-ink-soft hover:bg-hover hover:text-ink disabled:text-ink-faint",
  /** What cannot be undone, in the question that asks for it; a button that opens the question is quiet. */
  danger:
    "bg-alarm text-card hover:opacity-90 disabled:bg-idle-wash disabled:text-ink-faint disabled:opacity-100",
} as const;

export type ButtonTone = keyof typeof TONES;

/** At least 44 px high and wide for a finger. */
const SIZES = {
  normal: "h-11 px-4 lg:h-9 lg:px-3.5",
  small: "h-11 px-3 max-lg:min-w-11 lg:h-8",
} as const;

const buttonClass = (
  tone: ButtonTone,
  className?: string,
  size: keyof typeof SIZES = "normal",
): string =>
  cx(
    "inline-flex items-center justify-center gap-2 rounded-control text-sm font-medium transition-colors duration-150 ease-calm",
    SIZES[size],
    "disabled:cursor-not-allowed",
    TONES[tone],
    className,
  );

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  tone?: ButtonTone;
  size?: keyof typeof SIZES;
};

export function Button({ tone = "quiet", size, className, type = "button", ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(tone, className, size)} {...rest} />;
}

export function ButtonLink({
  tone = "quiet",
  size,
  className,
  ...rest
}: LinkProps & Pick<ButtonProps, "tone" | "size">) {
  return <Link className={buttonClass(tone, cx("print:hidden", className), size)} {...rest} />;
}

export function ButtonAnchor({
  tone = "quiet",
  size,
  className,
  children,
  ...rest
}: React.AnchorHTMLAttributes<HTMLAnchorElement> & Pick<ButtonProps, "tone" | "size">) {
  return (
    <a className={buttonClass(tone, cx("print:hidden", className), size)} {...rest}>
      {children}
    </a>
  );
}
