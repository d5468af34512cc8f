import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Sparkline } from "#app/components/charts/sparkline.tsx";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import type { Grid } from "#app/domain/series/grid.ts";
import { StateGlyph } from "#app/components/machine/state-glyph.tsx";
import { chartGrid, fleetTotals, gridsOf } from "./fleet-store.ts";
import type { FleetHistory } from "./fleet-types.ts";
import { useFleetSnapshot } from "./use-fleet.ts";
import "./texts.ts";

/** A steady word while values are fresh, an age once they are not. */
const FRESH_MS = 15_000;

export function FleetTiles({ total, history }: { total: number; history: FleetHistory | null }) {
  const { t } = useTranslation(["common", "glossary"]);
  const formats = useFormats();
  const snapshot = useFleetSnapshot();
  const totals = fleetTotals(snapshot.readings.values());
  // Before the first effect the store knows no past; the server's page shows it all the same.
  const past =
    snapshot.grids.size === 0 && history !== null
      ? { ...snapshot, grids: gridsOf(history) }
      : snapshot;
  const stale = totals.ageMs === null || totals.ageMs > FRESH_MS;
  const count = (machines: number) =>
    formats.number(totals.heard === 0 && total > 0 ? null : machines);
  const age = stale ? formats.age(totals.ageMs) : null;
  return (
    <section
      aria-label={t("dashboard.title")}
      className="mb-3 grid grid-cols-2 overflow-hidden rounded-card border border-line bg-card lg:grid-cols-[1fr_1fr_1.7fr_1.7fr_1.7fr]"
    >
      <Counter
        label={t("dashboard.running")}
        count={count(totals.running)}
        total={total}
        glyph="running"
      />
      <Counter
        label={t("dashboard.feeding")}
        count={count(totals.feeding)}
        total={total}
        glyph="running_and_feeding"
      />
      <Tile
        label={t("machine.throughput")}
        note={age ?? t("dashboard.sumOfFleet")}
        stale={stale}
        value={formats.number(totals.sheetsPerHour)}
        unit={t("glossary:units.sheets_per_hour")}
      >
        <Past grid={chartGrid(past, "sheets_per_hour")} />
      </Tile>
      <Tile
        label={t("machine.machineSpeed")}
        note={age ?? t("dashboard.meanOfRunning")}
        stale={stale}
        value={formats.number(totals.speed)}
        unit={t("glossary:units.rpm")}
      >
        <Past grid={chartGrid(past, "machine_speed")} />
      </Tile>
      <Tile
        label={t("machine.msfPerHour")}
        note={age ?? t("dashboard.sumOfFleet")}
        stale={stale}
        value={formats.number(totals.msfPerHour, 1)}
        unit={t("glossary:units.per_hour")}
      >
        <Past grid={chartGrid(past, "msf_hr")} />
      </Tile>
    </section>
  );
}

const CELL =
  "flex min-w-0 border-line px-4 py-2 not-first:border-l max-lg:nth-[n+3]:col-span-2 max-lg:nth-[n+3]:border-t max-lg:nth-[n+3]:border-l-0";

function Counter({
  label,
  count,
  total,
  glyph,
}: {
  label: string;
  count: string;
  total: number;
  glyph: "running" | "running_and_feeding";
}) {
  const { t } = useTranslation();
  return (
    <div className={cx(CELL, "flex-col")}>
      <h2 className="eyebrow flex items-center gap-1.5">
        <StateGlyph state={glyph} className="size-3.5 text-go" />
        {label}
      </h2>
      <p className="mt-0.5 text-xl font-semibold tracking-tight">{count}</p>
      <p className="truncate text-xs text-ink-faint">
        {t("dashboard.ofMachines", { count: total })}
      </p>
    </div>
  );
}

type TileProps = {
  label: string;
  note: string;
  stale: boolean;
  value: string;
  unit: string;
  children: ReactNode;
};

function Tile({ label, note, stale, value, unit, children }: TileProps) {
  return (
    <div className={cx(CELL, "relative flex-row justify-between gap-x-3")}>
      <div className="min-w-0 shrink-0 grow">
        <h2 className="eyebrow">{label}</h2>
        <p className={cx("mt-0.5 flex items-baseline gap-1.5 whitespace-nowrap", stale && "stale")}>
          <span className="text-xl font-semibold tracking-tight">{value}</span>
          <span className="text-xs text-ink-faint">{unit}</span>
        </p>
        {/* Its place is kept; where the number is short, it goes on below the line. */}
        <div className="h-[1lh] text-xs" />
        <p className="absolute inset-x-4 bottom-2 truncate text-xs text-ink-faint">{note}</p>
      </div>
      <div className="flex min-w-0 shrink basis-36 items-end pb-1 lg:max-xl:pb-5">{children}</div>
    </div>
  );
}

const Past = ({ grid }: { grid: Grid | null }) => (
  <Sparkline
    values={(grid?.buckets ?? []).map((bucket) => bucket?.mean ?? null)}
    className="block h-10 w-full lg:max-xl:h-8"
  />
);
