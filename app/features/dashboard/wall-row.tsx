import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { StateGlyph } from "#app/components/machine/state-glyph.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { toMachineState, type MachineState } from "#app/domain/metrics/states.ts";
import type { Reading, Readings } from "./fleet-store.ts";
import type { FleetMachine } from "./fleet-types.ts";
import "./texts.ts";

const BARS: Record<MachineState, string> = {
  running_and_feeding: "bg-(--strip-feeding)",
  running: "bg-(--strip-running)",
  ready: "bg-(--strip-ready)",
  ready_in_setup: "bg-(--strip-ready)",
  ready_to_run: "bg-(--strip-ready)",
  not_ready: "bg-(--strip-not-ready)",
  off: "bg-(--strip-off)",
  unknown: "hatched",
};

const WORDS: Record<MachineState, string> = {
  running_and_feeding: "text-go",
  running: "text-go",
  ready: "text-calm",
  ready_in_setup: "text-calm",
  ready_to_run: "text-calm",
  not_ready: "text-warn",
  off: "text-idle",
  unknown: "text-idle",
};

const numberOf = ({ value }: Reading): number | null => (typeof value === "number" ? value : null);

/** One machine on the wall: its state as a bar of the row's height, then four figures that are read from five metres. */
export function WallRow({ machine, readings }: { machine: FleetMachine; readings: Readings }) {
  const { t } = useTranslation(["common", "glossary"]);
  const formats = useFormats();
  const { machine_state, machine_speed, sheets_per_hour, msf_hr, uptime } = readings;
  const state = toMachineState(machine_state.value);
  const isOld = machine_state.stale;
  return (
    <li className="flex min-h-0 overflow-hidden rounded-card border border-line bg-card">
      <span
        aria-hidden="true"
        className={cx("w-[max(0.75rem,min(1.5vw,2.6vh))] shrink-0", BARS[state], isOld && "stale")}
      />
      <div className="grid min-w-0 flex-1 items-center gap-x-[2vw] gap-y-3 px-[2vw] py-3 lg:grid-cols-[minmax(0,13fr)_minmax(0,47fr)]">
        <div className="min-w-0">
          <h2 className="line-clamp-2 text-[max(1.5rem,min(2.7vw,4.8vh))] leading-tight font-semibold tracking-tight">
            {machine.name}
          </h2>
          {/* How old its state is takes the plant's place: a wall does not jump when data grows old. */}
          <p
            className={cx(
              "truncate wall-label",
              isOld ? "font-semibold text-alarm" : "text-ink-soft",
            )}
          >
            {isOld
              ? formats.age(machine_state.ageMs)
              : (machine.facility?.name ?? t("machine.noFacility"))}
          </p>
          <p
            className={cx(
              "mt-[1.2vh] flex items-center gap-[0.6vw] wall-label font-semibold",
              WORDS[state],
              isOld && "stale",
            )}
            data-state={state}
          >
            <StateGlyph state={state} className="size-[1.2em] shrink-0" />
            <span className="leading-tight">{t(`glossary:states.${state}`)}</span>
          </p>
        </div>
        <dl
          className={cx(
            "grid grid-cols-2 gap-x-[1.5vw] gap-y-3 lg:grid-cols-[9fr_16fr_13fr_8fr]",
            isOld && "stale",
          )}
        >
          <Figure
            label={t("slideshow.speed")}
            unit={t("glossary:units.rpm")}
            value={formats.number(numberOf(machine_speed))}
          />
          <Figure
            label={t("slideshow.sheets")}
            unit={t("glossary:units.sheets_per_hour")}
            value={formats.number(numberOf(sheets_per_hour))}
          />
          <Figure
            label={t("machine.msf")}
            unit={t("glossary:units.per_hour")}
            value={formats.number(numberOf(msf_hr), 1)}
          />
          <Figure
            label={t("slideshow.uptime")}
            unit={t("glossary:units.percent")}
            value={formats.number(numberOf(uptime))}
          />
        </dl>
      </div>
    </li>
  );
}

function Figure({ label, value, unit }: { label: string; value: string; unit: string }) {
  return (
    <div className="min-w-0">
      <dt className="truncate wall-label text-ink-soft">{label}</dt>
      <dd className="whitespace-nowrap">
        <span className="wall-figure">{value}</span>
        <span className="ml-[0.5vw] wall-label text-ink-faint max-lg:text-sm">{unit}</span>
      </dd>
    </div>
  );
}
