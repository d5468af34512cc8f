import { createContext, useContext, type ReactNode } from "react";
import { cx } from "#app/components/cx.ts";

const InsidePage = createContext(false);

/** Whether what is drawn stands below a page's own heading. */
export const useIsInsidePage = (): boolean => useContext(InsidePage);

/** The frame of every signed-in page: gutters, width, title row. */
type PageProps = {
  title: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
  /** For forms, which are read in a column. */ narrow?: boolean;
};

export function Page({ title, aside, children, narrow = false }: PageProps) {
  return (
    <div
      className={cx(
        "mx-auto w-full px-4 py-3 lg:px-6 lg:max-xl:py-2",
        narrow ? "max-w-3xl" : "max-w-[1600px]",
      )}
    >
      <header className="mb-2.5 flex min-h-8 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        {typeof title === "string" ? (
          <h1 className="text-lg font-semibold tracking-tight">{title}</h1>
        ) : (
          title
        )}
        {aside}
      </header>
      <InsidePage.Provider value>{children}</InsidePage.Provider>
    </div>
  );
}

export function Card({
  children,
  className,
  as: Tag = "div",
}: {
  children: ReactNode;
  className?: string;
  as?: "div" | "section" | "li";
}) {
  return <Tag className={cx("rounded-card border border-line bg-card", className)}>{children}</Tag>;
}
