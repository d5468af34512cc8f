import type { ReactNode } from "react";
import { cx } from "#app/components/cx.ts";

const TONES = {
  quiet: "border-line bg-card text-ink-soft",
  warn: "border-warn/40 bg-warn-wash text-ink",
  alarm: "border-alarm/40 bg-alarm-wash text-ink",
  good: "border-go/40 bg-go-wash text-ink",
} as const;

/** A line that tells what is going on, with what can be done about it. */
export function Notice({
  tone = "quiet",
  icon,
  title,
  children,
  role,
}: {
  tone?: keyof typeof TONES;
  icon?: ReactNode;
  title?: string;
  children: ReactNode;
  role?: "status" | "alert";
}) {
  return (
    <div
      role={role}
      className={cx("flex gap-3 rounded-card border px-4 py-2.5 text-sm", TONES[tone])}
    >
      {icon && <span className="mt-0.5 shrink-0">{icon}</span>}
      <p className="min-w-0">
        {title && <strong className="mr-2 font-semibold text-ink">{title}</strong>}
        {children}
      </p>
    </div>
  );
}
