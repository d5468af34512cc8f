import type { ReactNode } from "react";
import { Sparkline } from "#app/components/charts/sparkline.tsx";
import { cx } from "#app/components/cx.ts";
import { StateGlyph } from "#app/components/machine/state-glyph.tsx";
import type { Grid } from "#app/domain/series/grid.ts";

const CELL =
  "flex min-w-0 border-line px-4 py-2 lg:max-xl:px-3 not-first:border-l max-lg:col-span-2 max-lg:nth-[-n+2]:col-span-3 max-lg:nth-[n+3]:border-t max-lg:nth-[3]:border-l-0 max-sm:nth-[n+3]:px-3";

type CounterProps = {
  label: string;
  count: string;
  note: ReactNode;
  stale: boolean;
  glyph: "running" | "running_and_feeding";
};

export function Counter({ label, count, note, stale, glyph }: CounterProps) {
  return (
    <div className={cx(CELL, "flex-col")}>
      <h2 className={cx("eyebrow flex items-center gap-1.5", stale && "stale")}>
        <StateGlyph state={glyph} className="size-3.5 text-go" />
        {label}
      </h2>
      <p className={cx("mt-0.5 text-xl font-semibold tracking-tight", stale && "stale")}>{count}</p>
      <div className="text-xs text-ink-faint">{note}</div>
    </div>
  );
}

type TileProps = {
  label: string;
  /** On a phone. */
  short?: string;
  note: ReactNode;
  stale: boolean;
  value: string;
  unit: ReactNode;
  children: ReactNode;
};

export function Tile({ label, short = label, note, stale, value, unit, children }: TileProps) {
  return (
    <div className={cx(CELL, "relative flex-row justify-between gap-x-3")}>
      <div className="min-w-0 grow sm:shrink-0">
        <h2 className="eyebrow truncate">
          <span className="sm:hidden">{short}</span>
          <span className="max-sm:hidden">{label}</span>
        </h2>
        <p
          className={cx(
            "mt-0.5 flex items-baseline gap-x-1.5 whitespace-nowrap max-sm:flex-col",
            stale && "stale",
          )}
        >
          <span className="text-lg sm:text-xl font-semibold tracking-tight">{value}</span>
          <span className="text-xs text-ink-faint">{unit}</span>
        </p>
        {/* Its place is kept; where the number is short, it goes on below the line. */}
        <div className="h-[1lh] text-xs" />
        <div
          className={cx(
            "absolute inset-x-4 bottom-2 text-xs text-ink-faint lg:max-xl:inset-x-3 max-sm:right-1.5 max-sm:left-3",
            typeof note === "string" && "truncate",
          )}
        >
          {note}
        </div>
      </div>
      <div
        className={cx(
          "flex min-w-0 shrink basis-36 items-end pb-1 max-sm:hidden sm:pb-5",
          stale && "stale",
        )}
      >
        {children}
      </div>
    </div>
  );
}

/** Of what a figure of the whole fleet is made; sheets are counted over a while: a machine that has just stopped still has some. */
export type Made = {
  words: string;
  /** On a phone. */
  short: string;
  /** Said of a part of the machines too: of fewer than are heard. */
  isMean?: boolean;
};

export const MadeNote = ({ words, short }: Made) => (
  <span className="block truncate">
    <span className="sm:hidden">{short}</span>
    <span className="max-sm:hidden">{words}</span>
  </span>
);

/** On a phone the counters alone say of how many; what is `isLong` stands where a tile has the room. */
export const StalePart = ({
  age,
  part,
  isLong,
}: {
  age: string;
  part: string;
  isLong?: boolean;
}) => (
  <span className="block truncate">
    {age}
    <span className={isLong ? "max-xl:hidden" : "max-sm:hidden"}>{` · ${part}`}</span>
  </span>
);

export const PastLine = ({ grid }: { grid: Grid | null }) => (
  <Sparkline
    values={(grid?.buckets ?? []).map((bucket) => bucket?.mean ?? null)}
    className="block h-10 w-full lg:h-8"
  />
);
