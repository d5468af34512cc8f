import { useState } from "react";
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import {
  INTAKE_DAY_MS,
  INTAKE_SLOT_MS,
  REJECT_REASONS,
  type IntakeSlot,
} from "#app/domain/series/recorder-port.ts";
import { Slider } from "#app/kit/controls/slider.tsx";
import "./texts.ts";

const SLOTS = INTAKE_DAY_MS / INTAKE_SLOT_MS;
type Props = { intake: readonly IntakeSlot[]; nowMs: number; timezone: string };

/** A sampler's last day by quarters of an hour: what came, what was refused, what waited and was given up; and what to do. */
export function IntakeStrip({ intake, nowMs, timezone }: Props) {
  const { t } = useTranslation();
  const { number, time, zone } = useFormats();
  const [at, setAt] = useState(SLOTS - 1);
  const fromMs = nowMs - (nowMs % INTAKE_SLOT_MS) - (SLOTS - 1) * INTAKE_SLOT_MS;
  const byStart = new Map(intake.map((slot) => [slot.startMs, slot]));
  const slots = Array.from(
    { length: SLOTS },
    (_, index) => byStart.get(fromMs + index * INTAKE_SLOT_MS) ?? null,
  );
  const most = Math.max(1, ...intake.map(({ accepted }) => accepted));
  const startMs = fromMs + at * INTAKE_SLOT_MS;
  const chosen = slots[at] ?? null;
  const spanOf = (from: number) =>
    `${time(from, timezone)} – ${time(from + INTAKE_SLOT_MS, timezone)} ${zone(from, timezone)}`;
  return (
    <section aria-labelledby="intake-title" className="rounded-card border border-line bg-card p-4">
      <h3 id="intake-title" className="font-semibold">
        {t("health.intake")}
      </h3>
      <Totals slots={slots} />
      <svg
        viewBox={`0 0 ${SLOTS} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-3 h-20 w-full"
        aria-hidden="true"
        data-intake
      >
        <rect x={at} width={1} height={HEIGHT} className="fill-ink opacity-15" />
        {slots.map((slot, index) => (
          <Quarter key={index} slot={slot} x={index} most={most} />
        ))}
      </svg>
      <div className="mb-2 flex justify-between text-xs text-ink-faint" aria-hidden="true">
        <span>{time(fromMs, timezone)}</span>
        <span>{time(fromMs + INTAKE_DAY_MS / 2, timezone)}</span>
        <span>{t("health.now")}</span>
      </div>
      <Slider
        label={t("health.quarter")}
        min={0}
        max={SLOTS - 1}
        value={at}
        onChange={setAt}
        say={() => spanOf(startMs)}
      />
      <p className="text-sm text-ink-soft" aria-live="polite">
        {chosen === null
          ? t("health.nothingThen")
          : [
              t("health.batches", { count: chosen.batches, n: number(chosen.batches) }),
              t("health.accepted", { count: chosen.accepted, n: number(chosen.accepted) }),
              ...(chosen.duplicate > 0
                ? [t("health.duplicate", { count: chosen.duplicate, n: number(chosen.duplicate) })]
                : []),
              ...REJECT_REASONS.filter((reason) => chosen.rejectedBy[reason]).map((reason) =>
                t(`samplers.reasons.${reason}`, { n: number(chosen.rejectedBy[reason] ?? 0) }),
              ),
              ...(chosen.buffered > 0 ? [t("health.waited", { n: number(chosen.buffered) })] : []),
              ...(chosen.dropped > 0
                ? [t("health.gaveUp", { count: chosen.dropped, n: number(chosen.dropped) })]
                : []),
            ].join(" · ")}
      </p>
      <ToDo slots={slots} />
    </section>
  );
}

const refusedOf = (slot: IntakeSlot): number =>
  Object.values(slot.rejectedBy).reduce((sum, n) => sum + n, 0);

const HEIGHT = 60;
/** The part of the height that what was taken has. */
const BARS = 40;

/** From the bottom what was taken, by height; above it marks in a row each for what waited, was refused and was given up. */
function Quarter({ slot, x, most }: { slot: IntakeSlot | null; x: number; most: number }) {
  const at = { x: x + 0.1, width: 0.8 };
  if (slot === null)
    return <rect {...at} y={HEIGHT - 1.5} height={1.5} className="fill-ink-faint opacity-50" />;
  const height = Math.max(1, (slot.accepted / most) * BARS);
  return (
    <>
      <rect {...at} y={HEIGHT - height} height={height} className="fill-series-1" />
      {slot.dropped > 0 && <rect {...at} y={0} height={4} className="fill-alarm" />}
      {refusedOf(slot) > 0 && <rect {...at} y={6} height={4} className="fill-warn" />}
      {slot.buffered > 0 && <rect {...at} y={12} height={4} className="fill-ink-soft" />}
    </>
  );
}

const sumOf = (slots: readonly (IntakeSlot | null)[], of: (slot: IntakeSlot) => number) =>
  slots.reduce((sum, slot) => sum + (slot ? of(slot) : 0), 0);

function Totals({ slots }: { slots: readonly (IntakeSlot | null)[] }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const waited = Math.max(0, ...slots.map((slot) => slot?.buffered ?? 0));
  const facts = [
    ["batchesOf", sumOf(slots, ({ batches }) => batches), null],
    ["acceptedOf", sumOf(slots, ({ accepted }) => accepted), "bg-series-1"],
    ["duplicateOf", sumOf(slots, ({ duplicate }) => duplicate), null],
    ["rejectedOf", sumOf(slots, refusedOf), "bg-warn"],
    ["waitedOf", waited, "bg-ink-soft"],
    ["gaveUpOf", sumOf(slots, ({ dropped }) => dropped), "bg-alarm"],
  ] as const;
  return (
    <dl className="mt-2 grid grid-cols-3 gap-x-3 gap-y-2 sm:grid-cols-6">
      {facts.map(([name, value, tone]) => (
        <div key={name} className="min-w-0">
          <dt className="flex items-center gap-1.5 text-xs text-ink-faint">
            {tone && <span className={cx("size-2 shrink-0", tone)} aria-hidden="true" />}
            {t(`health.${name}`)}
          </dt>
          <dd className="text-sm font-semibold">{number(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What was not well in the day, and what to do about each. */
function ToDo({ slots }: { slots: readonly (IntakeSlot | null)[] }) {
  const { t } = useTranslation();
  const { duration } = useFormats();
  const first = slots.findIndex((slot) => slot !== null);
  // The quarter of now has only begun.
  const gaps =
    first < 0 ? 0 : slots.slice(first, -1).reduce((sum, slot) => sum + (slot ? 0 : 1), 0);
  const advice = [
    ...(first < 0 ? [t("health.nothing")] : []),
    ...(gaps > 0 ? [t("health.gaps", { time: duration((gaps * INTAKE_SLOT_MS) / 1_000) })] : []),
    ...(sumOf(slots, ({ dropped }) => dropped) > 0 ? [t("samplers.advice.dropped")] : []),
    ...(slots.at(-1)?.buffered ? [t("samplers.advice.buffered")] : []),
    ...REJECT_REASONS.filter(
      (reason) => sumOf(slots, ({ rejectedBy }) => rejectedBy[reason] ?? 0) > 0,
    ).map((reason) => t(`samplers.advice.${reason}`)),
  ];
  if (advice.length === 0)
    return <p className="mt-2 text-sm text-ink-soft">{t("health.intakeWell")}</p>;
  return (
    <ul className="mt-2 space-y-1 text-sm text-ink-soft" data-advice>
      {advice.map((sentence) => (
        <li key={sentence} className="flex gap-2">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden="true" />
          <span className="min-w-0">{sentence}</span>
        </li>
      ))}
    </ul>
  );
}
