import type { ReactNode } from "react";

/** Teaches what belongs here and how it gets here. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center rounded-card border border-dashed border-line-strong px-6 py-16 text-center">
      <span className="grid size-12 place-items-center rounded-full bg-idle-wash text-ink-soft">
        {icon}
      </span>
      <h2 className="mt-4 text-md font-semibold">{title}</h2>
      <p className="mt-1.5 max-w-md text-sm text-ink-soft">{children}</p>
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}
