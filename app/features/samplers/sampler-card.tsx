import { Link } from "@remix-run/react";
import { Cable, KeyRound, Pencil, Trash2, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { SAMPLER_SPECS, usesDataset } from "#app/domain/samplers/specs.ts";
import { REJECT_REASONS } from "#app/domain/series/recorder-port.ts";
import { Chip } from "#app/kit/chip.tsx";
import { IconButton } from "#app/kit/controls/icon-button.tsx";
import { SILENT_AFTER_MS } from "./sampler-form.ts";
import type { ListedSampler } from "./schemas.ts";
import "./texts.ts";

type Props = {
  sampler: ListedSampler;
  isChosen: boolean;
  nowMs: number;
  /** Its machine is in service. */
  mayChange: boolean;
  onEdit: () => void;
  onRotate: () => void;
  onDelete: () => void;
};

/** How a sampler reaches the machine, what it last said of itself, and what became of its samples. */
export function SamplerCard({ sampler, isChosen, nowMs, mayChange, ...acts }: Props) {
  const { t } = useTranslation();
  const { name, spec, status } = sampler;
  const specName = SAMPLER_SPECS.find(({ value }) => value === spec)?.name ?? spec;
  return (
    <li
      className={cx(
        "relative flex flex-col rounded-card border bg-card p-4",
        isChosen ? "border-ring" : "border-line hover:border-line-strong",
      )}
      data-sampler={sampler.id}
    >
      <div className="flex items-start gap-3">
        <Cable className="mt-0.5 size-5 shrink-0 text-ink-faint" aria-hidden="true" />
        <div className="min-w-0 flex-1">
          <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold break-words">
            <Link
              to={`?sampler=${sampler.id}`}
              preventScrollReset
              replace
              aria-current={isChosen || undefined}
              className="outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-ring"
            >
              {name}
            </Link>
            <Health sampler={sampler} nowMs={nowMs} isEnded={!mayChange} />
          </h3>
          <p className="text-sm text-ink-soft">{specName}</p>
          <Reached sampler={sampler} />
        </div>
      </div>
      {status && <Said status={status} />}
      {mayChange && <ToDo sampler={sampler} nowMs={nowMs} />}
      {mayChange && (
        <div className="mt-auto flex justify-end gap-1 pt-2">
          <IconButton on="card" label={t("samplers.editOf", { name })} onClick={acts.onEdit}>
            <Pencil className="size-4" aria-hidden="true" />
          </IconButton>
          <IconButton on="card" label={t("samplers.rotateOf", { name })} onClick={acts.onRotate}>
            <KeyRound className="size-4" aria-hidden="true" />
          </IconButton>
          <IconButton on="card" label={t("samplers.deleteOf", { name })} onClick={acts.onDelete}>
            <Trash2 className="size-4" aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </li>
  );
}

type HealthProps = { sampler: ListedSampler; nowMs: number; isEnded: boolean };

/** `isEnded`: its key went with the machine's service, so that nothing is missing. */
function Health({ sampler, nowMs, isEnded }: HealthProps) {
  const { t } = useTranslation();
  const { age } = useFormats();
  const { status, metrics } = sampler;
  if (metrics === null) return <Chip tone="warn">{t("samplers.unknown")}</Chip>;
  if (status === null)
    return <Chip tone={isEnded ? "quiet" : "warn"}>{t("samplers.neverSent")}</Chip>;
  const ageMs = Math.max(0, nowMs - Date.parse(status.last_batch_at));
  if (isEnded) return <Chip>{t("samplers.heard", { age: age(ageMs) })}</Chip>;
  return ageMs > SILENT_AFTER_MS ? (
    <Chip tone="alarm" icon={<TriangleAlert className="size-3" aria-hidden="true" />}>
      {t("samplers.silent", { age: age(ageMs) })}
    </Chip>
  ) : (
    <Chip tone="good">{t("samplers.heard", { age: age(ageMs) })}</Chip>
  );
}

/** Address and port, or data set and machine number (spec 001 §3). */
function Reached({ sampler }: { sampler: ListedSampler }) {
  const { t } = useTranslation();
  const { spec, plc_address, plc_port, dataset_name, machine_number } = sampler;
  const isDataset = usesDataset(spec);
  const address = plc_address === null ? null : plc_address + (plc_port ? `:${plc_port}` : "");
  const dataset = [
    dataset_name,
    machine_number && t("samplers.machineNumberOf", { number: machine_number }),
  ].filter(Boolean);
  const text = isDataset ? dataset.join(" · ") : address;
  const needs = SAMPLER_SPECS.find(({ value }) => value === spec)?.connection !== "none";
  if (text) return <p className="font-mono text-sm break-all text-ink-faint">{text}</p>;
  if (!needs) return <p className="text-sm text-ink-faint">{t("samplers.sendsItself")}</p>;
  return (
    <p className="text-sm text-warn">
      {t(isDataset ? "samplers.noDataset" : "samplers.noAddress")}
    </p>
  );
}

function Said({ status }: { status: NonNullable<ListedSampler["status"]> }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const facts = ["accepted", "duplicate", "rejected", "buffered", "dropped"] as const;
  const reasons = REJECT_REASONS.filter((reason) => status.rejected_by_reason[reason] > 0);
  return (
    <div className="@container mt-3">
      <p className="mb-1 text-xs font-medium text-ink-soft">{t("samplers.samples")}</p>
      {/* Five, or three and two: none stands alone. */}
      <dl className="grid grid-cols-3 gap-x-3 gap-y-2 @min-[28rem]:grid-cols-5">
        {facts.map((fact) => (
          <div key={fact}>
            <dt className="text-xs text-ink-faint">{t(`samplers.${fact}`)}</dt>
            <dd
              className={cx(
                "text-sm font-semibold",
                fact === "dropped" && status.dropped > 0 && "text-warn",
              )}
            >
              {number(status[fact])}
            </dd>
          </div>
        ))}
      </dl>
      {reasons.length > 0 && (
        <p className="mt-2 text-xs text-ink-soft">
          {reasons
            .map((reason) =>
              t(`samplers.reasons.${reason}`, { n: number(status.rejected_by_reason[reason]) }),
            )
            .join(" · ")}
        </p>
      )}
    </div>
  );
}

/** What is not well, and what to do about each in a sentence. */
function ToDo({ sampler, nowMs }: { sampler: ListedSampler; nowMs: number }) {
  const { t } = useTranslation();
  const { status, metrics } = sampler;
  if (metrics === null) return null;
  const advice =
    status === null
      ? ["neverSent" as const]
      : [
          ...(nowMs - Date.parse(status.last_batch_at) > SILENT_AFTER_MS
            ? ["silent" as const]
            : []),
          ...(status.buffered > 0 ? ["buffered" as const] : []),
          ...(status.dropped > 0 ? ["dropped" as const] : []),
          ...REJECT_REASONS.filter((reason) => status.rejected_by_reason[reason] > 0),
        ];
  if (advice.length === 0) return null;
  return (
    <ul className="relative mt-2 space-y-1 text-sm text-ink-soft" data-advice>
      {advice.map((what) => (
        <li key={what} className="flex gap-2">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden="true" />
          <span className="min-w-0">{t(`samplers.advice.${what}`)}</span>
        </li>
      ))}
    </ul>
  );
}
