import { useFetcher } from "@remix-run/react";
import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#app/components/layout/page.tsx";
import { useMeasureText } from "#app/components/machine/use-measure-text.ts";
import { Button } from "#app/components/ui/button.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import { useNotes } from "#app/kit/charts/chart-notes.tsx";
import { TimeChart } from "#app/kit/charts/time-chart.tsx";
import { useSectionName } from "#app/kit/sections/use-section-name.ts";
import type { ChartSeries } from "#app/kit/charts/types.ts";
import type { NoLife, WorkAround, WorkSide } from "./work-around.ts";
import "./texts.ts";

const MOST_TAGS = 5;
const DAYS_AFTER = 14;
/** Points of a life come once a day. */
const JOIN_MS = 3 * DAY_MS;
const NO_METRICS: readonly string[] = [];
const WHOLE: readonly [number, number] = [0, 100];

type Props = {
  deviceId: number;
  maintenance: { id: number; name: string };
  performedAt: number;
  timezone: string;
};

/** Stops and abnormal readings in the 14 days before and after a completed work, side by side, and the life that it ended. */
export default function WorkAroundCard({ deviceId, maintenance, performedAt, timezone }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { load, data, state } = useFetcher<{ around: WorkAround | null }>();
  const path = `/machines/${deviceId}/maintenance_around?id=${maintenance.id}&at=${performedAt}`;
  useEffect(() => {
    load(path);
  }, [load, path]);
  const around = data?.around;
  const place = useRef<HTMLDivElement>(null);
  // A long history would leave what was asked for below the edge of the screen.
  // Browsers of late answer a promise here, which React would call as the effect's clean-up when the card goes.
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, [around, performedAt]);
  return (
    <div ref={place} className="scroll-my-4">
      <Card as="section" className="p-4">
        <h3 className="text-sm font-semibold">
          {t("maintenance.aroundTitle", { day: formats.date(performedAt, timezone) })}
        </h3>
        {around ? (
          <Around deviceId={deviceId} around={around} timezone={timezone} />
        ) : data === undefined || state !== "idle" ? (
          <p role="status" className="py-10 text-center text-sm text-ink-faint">
            {t("complete.loading")}
          </p>
        ) : (
          <p role="alert" className="mt-2 flex flex-wrap items-center gap-3 text-sm">
            {t("maintenance.aroundFailed")}
            <Button size="small" onClick={() => load(path)}>
              {t("maintenance.aroundAgain")}
            </Button>
          </p>
        )}
      </Card>
    </div>
  );
}

function Around({
  deviceId,
  around,
  timezone,
}: {
  deviceId: number;
  around: WorkAround;
  timezone: string;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { title } = useMeasureText();
  const sectionName = useSectionName();
  const { before, after, section, life, noLife } = around;
  const isUnheard = before.heardMs + after.heardMs === 0;
  const daysAfter = Math.floor((after.endMs - after.startMs) / DAY_MS);
  const hours = (lengthMs: number) =>
    t("maintenance.aroundHours", { hours: formats.number(lengthMs / 3_600_000, 1) });
  const stops = (side: WorkSide) =>
    side.heardMs === 0
      ? t("maintenance.aroundNotHeard")
      : `${hours(side.stoppedMs)} (${formats.percent(side.stoppedMs / side.heardMs)})`;
  const downtimes = ({ downtimes: down }: WorkSide) =>
    down === null ? "–" : `${formats.number(down.count)} · ${hours(down.lengthMs)}`;
  const tags = [
    ...new Set([...(before.abnormal ?? []), ...(after.abnormal ?? [])].map(({ tag }) => tag)),
  ].slice(0, MOST_TAGS);
  const abnormal = (side: WorkSide, tag: string) => {
    const abnormalMs = side.abnormal?.find((each) => each.tag === tag)?.abnormalMs ?? 0;
    return abnormalMs + side.heardMs === 0 ? t("maintenance.aroundNotHeard") : hours(abnormalMs);
  };
  const noLifeText = (why: NoLife) => {
    if (why.why === "first") return t("maintenance.noLife_first");
    const from = formats.date(why.fromMs, timezone);
    if (why.why === "long") return t("maintenance.noLife_long", { from });
    return why.sinceMs === null
      ? t("maintenance.noLife_none", { from })
      : t("maintenance.noLife_samples", { from, since: formats.date(why.sinceMs, timezone) });
  };
  const rows: [label: string, before: string, after: string][] = [
    [t("maintenance.aroundStopped"), stops(before), stops(after)],
    [t("maintenance.aroundDowntimes"), downtimes(before), downtimes(after)],
    ...tags.map((tag): [string, string, string] => [
      t("maintenance.aroundAbnormal", { measure: title(tag) }),
      abnormal(before, tag),
      abnormal(after, tag),
    ]),
  ];
  return (
    <>
      <p className="mt-0.5 text-xs text-ink-faint">
        {section === null
          ? t("maintenance.aroundMachine")
          : t("maintenance.aroundSection", { section: sectionName(section) })}
      </p>
      <table className="mt-2 w-full text-sm">
        <caption className="sr-only">{t("maintenance.aroundCaption")}</caption>
        <thead className="text-xs text-ink-faint">
          <tr className="border-b border-line">
            <td />
            <th scope="col" className="h-8 pr-3 text-right font-medium">
              {t("maintenance.aroundBefore")}
            </th>
            <th scope="col" className="h-8 text-right font-medium">
              {daysAfter >= DAYS_AFTER
                ? t("maintenance.aroundAfter")
                : t("maintenance.aroundUntilNow", { count: daysAfter })}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, one, other]) => (
            <tr key={label} className="border-b border-line last:border-0">
              <th scope="row" className="py-2 pr-3 text-left font-normal">
                {label}
              </th>
              <td className="py-2 pr-3 text-right tabular-nums">{one}</td>
              <td className="py-2 text-right tabular-nums">{other}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {tags.length === 0 && (
        <p className="mt-2 text-xs text-ink-faint">
          {isUnheard
            ? t("maintenance.aroundNothing")
            : before.abnormal === null
              ? t("maintenance.aroundLocked")
              : t("maintenance.aroundNoAbnormal")}
        </p>
      )}
      {life && <Life deviceId={deviceId} life={life} timezone={timezone} />}
      {noLife && <p className="mt-2 text-xs text-ink-faint">{noLifeText(noLife)}</p>}
    </>
  );
}

function Life({
  deviceId,
  life,
  timezone,
}: {
  deviceId: number;
  life: NonNullable<WorkAround["life"]>;
  timezone: string;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const series = useMemo<ChartSeries[]>(
    () => [
      {
        key: "left",
        title: t("maintenance.lifeLeft"),
        unit: "%",
        shape: "line",
        text: (value) => (typeof value === "number" ? formats.number(value, 1) : "--"),
        points: life.map(({ timeMs, value }) => ({
          ...{ timeMs, value, min: value, max: value },
          ...{ lower: null, upper: null, isAbnormal: false },
        })),
        joinMs: JOIN_MS,
      },
    ],
    [life, t, formats],
  );
  const range = useMemo(
    () => ({ startMs: life[0]?.timeMs ?? 0, endMs: (life.at(-1)?.timeMs ?? 1) + 1 }),
    [life],
  );
  const span = useMemo(() => ({ deviceId, ...range }), [deviceId, range]);
  const notes = useNotes({ span, metrics: NO_METRICS, timezone, title: String });
  return (
    <div className="mt-4">
      <h4 className="text-xs font-medium text-ink-soft">{t("maintenance.aroundLife")}</h4>
      <TimeChart
        title={t("maintenance.aroundLife")}
        series={series}
        range={range}
        timezone={timezone}
        marks={[]}
        annotations={notes.annotations}
        valueRange={WHOLE}
      />
      {notes.dialog}
    </div>
  );
}
