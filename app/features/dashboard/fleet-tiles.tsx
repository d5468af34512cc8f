import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { useIsCut } from "#app/live/index.ts";
import { chartGrid, type FleetSnapshot } from "./fleet-store.ts";
import { Counter, MadeNote, PastLine, StalePart, Tile, type Made } from "./fleet-tile.tsx";
import {
  fleetTotals,
  totalsAfter,
  totalsOf,
  type FleetTotals,
  type Total,
} from "./fleet-totals.ts";
import type { Lacking, LackingFrom } from "./lacking.ts";
import { SilentNote } from "./silent-note.tsx";
import { useFleetSnapshot } from "./use-fleet.ts";
import { useHeardAgo, type ShownLargeFleet } from "./use-large-fleet.ts";
import "./texts.ts";

type FleetTilesProps = {
  machines: readonly LackingFrom[];
  /** A fleet of which these are only some: its figures came from one call. */
  large: ShownLargeFleet | null;
};

/** Before a large fleet's figures are there. */
const UNREAD = { ...fleetTotals(new Map()), silent: [] };

/** The fleet in figures; each says of how many machines it is when some are silent, and its age when all are. */
export function FleetTiles({ machines, large }: FleetTilesProps) {
  const { t } = useTranslation(["common", "glossary"]);
  const formats = useFormats();
  const snapshot = useFleetSnapshot();
  const isCut = useIsCut();
  const isAwaited = large?.now === null;
  const agoMs = useHeardAgo(large?.heardAtMs ?? null);
  const { total, totals, lacking, missing, stale } =
    large === null ? figuresOf(machines, snapshot, isCut) : figuresOfLarge(large, isCut, agoMs);
  const isPart = !stale && missing > 0;
  // A sum without one of them would pass for the fleet's: the charts below say whom they are without.
  const hasLines = large === null && machines.every(({ id }) => snapshot.grids.has(id));
  const all = formats.number(total);
  const count = (running: number) =>
    formats.number(totals.heard === 0 && total > 0 ? null : running);
  const isOfSome = totals.heard > 0 && totals.heard < total;
  const ofAll =
    isPart || isOfSome
      ? t("dashboard.heardOf", { heard: formats.number(totals.heard), all })
      : t("dashboard.ofMachines", { count: total, all });
  const noteOf = (
    { words, short: shortWords, isMean = false }: Made,
    { machines: counted, ageMs }: Total,
    align: "start" | "center" | "end",
  ) => {
    const whole = <MadeNote words={words} short={shortWords} />;
    const shortOf = t("dashboard.partShort", { counted: formats.number(counted), all });
    const short = isMean ? `${shortWords}, ${shortOf}` : shortOf;
    // Nothing was read: that is not to say that no reading has come.
    if (isAwaited) return whole;
    if (stale) {
      const age = formats.age(ageMs);
      if (age === null) return whole;
      return counted > 0 && counted < total ? (
        <StalePart age={age} part={shortOf} />
      ) : (
        <StalePart age={age} part={words} isLong />
      );
    }
    if (counted === total) return whole;
    // In the words of the counters where it is of the same machines. A mean says of what, too: fewer run than are heard.
    const of =
      counted === totals.heard
        ? ofAll
        : t("dashboard.partOf", { counted: formats.number(counted), all });
    const part = isMean ? `${of}, ${words}` : of;
    if (isPart) return <SilentNote {...{ part, short, lacking, align }} />;
    // Those that it lacks are heard, and do not send what it is made of.
    return (
      <>
        <span className="sm:hidden">{short}</span>
        <span className="max-sm:hidden">{part}</span>
      </>
    );
  };
  const isLastPart = stale && isOfSome;
  const staleAge = stale && totals.heard > 0 ? formats.age(totals.ageMs) : null;
  const counterNote = (counted: number, of: string, whole: string, align: "start" | "end") => {
    if (isPart) return <SilentNote part={whole} lacking={lacking} align={align} />;
    if (staleAge === null) return whole;
    const part = t("dashboard.partShort", { counted: count(counted), all: of });
    return `${staleAge} · ${part}`;
  };
  // Who feeds runs too, and is counted there.
  const ofRunning =
    isLastPart || totals.heard === 0
      ? ofAll
      : t("dashboard.ofRunning", { running: count(totals.running) });
  const summed = { count: total, shown: all };
  const sum = { words: t("dashboard.sum", summed), short: t("dashboard.sumShort", summed) };
  const mean = { words: t("dashboard.meanOfTurning"), short: t("dashboard.mean"), isMean: true };
  // A phone has no room for the words below.
  const minute = <span className="sm:hidden">{t("need.minute")}</span>;
  return (
    <section
      aria-label={t("dashboard.title")}
      data-whole-fleet={large === null || large.now !== null}
      className="mb-3 grid grid-cols-6 rounded-card border border-line bg-card lg:grid-cols-[6fr_6fr_9fr_9fr_9fr] xl:grid-cols-[6fr_6fr_10fr_10fr_10fr]"
    >
      <Counter
        label={t("dashboard.running")}
        count={count(totals.running)}
        glyph="running"
        note={counterNote(
          totals.running,
          isLastPart ? formats.number(totals.heard) : all,
          ofAll,
          "start",
        )}
        stale={stale}
      />
      <Counter
        label={t("dashboard.feeding")}
        count={count(totals.feeding)}
        glyph="running_and_feeding"
        note={counterNote(totals.feeding, count(totals.running), ofRunning, "end")}
        stale={stale}
      />
      <Tile
        label={t("machine.sheetsPerHour")}
        short={t("machine.sheets")}
        note={noteOf(sum, totals.sheetsPerHour, "start")}
        stale={stale}
        value={formats.figure(totals.sheetsPerHour.value, { most: 7 })}
        unit={
          <>
            {t("glossary:units.sheets_per_hour")}
            {minute}
          </>
        }
      >
        {hasLines && <PastLine grid={chartGrid(snapshot, "sheets_per_hour")} />}
      </Tile>
      <Tile
        label={t("machine.machineSpeed")}
        short={t("machine.speed")}
        note={noteOf(mean, totals.speed, "center")}
        stale={stale}
        value={formats.figure(totals.speed.value, { most: 6 })}
        unit={t("glossary:units.rpm")}
      >
        {hasLines && <PastLine grid={chartGrid(snapshot, "machine_speed")} />}
      </Tile>
      <Tile
        label={t("machine.msfPerHour")}
        short={t("machine.msf")}
        note={noteOf(sum, totals.msfPerHour, "end")}
        stale={stale}
        value={formats.figure(totals.msfPerHour.value, { most: 7, decimals: 1 })}
        unit={
          <>
            {t("glossary:units.per_hour")}
            {minute}
          </>
        }
      >
        {hasLines && <PastLine grid={chartGrid(snapshot, "msf_hr")} />}
      </Tile>
    </section>
  );
}

type Figures = {
  total: number;
  totals: Omit<FleetTotals, "silent">;
  lacking: Lacking;
  /** Machines that send nothing. */
  missing: number;
  stale: boolean;
};

function figuresOf(
  machines: FleetTilesProps["machines"],
  snapshot: FleetSnapshot,
  isCut: boolean,
): Figures {
  const totals = totalsOf(snapshot, isCut);
  return {
    ...{ total: machines.length, totals, stale: totals.stale },
    missing: totals.silent.length,
    lacking: { machines, readings: snapshot.readings, silent: totals.silent },
  };
}

const NONE = { total: 0, machines: [] };

function figuresOfLarge(
  { machines: total, now, failed }: ShownLargeFleet,
  isCut: boolean,
  agoMs: number,
): Figures {
  // Nobody knows yet whether there are readings: none is said to be missing, and no mark is that of a machine that runs.
  if (now === null)
    return {
      total,
      totals: UNREAD,
      lacking: { silent: NONE, unread: NONE },
      missing: 0,
      stale: true,
    };
  const totals = totalsAfter(now.totals, agoMs);
  return {
    ...{ total, totals, stale: totals.stale || isCut || failed },
    missing: now.silent.total + now.unread.total,
    lacking: now,
  };
}
