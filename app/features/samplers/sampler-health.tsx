import { Link, useRevalidator, useSearchParams } from "@remix-run/react";
import { Check, HeartPulse, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import type { Finding } from "#app/domain/samplers/tag-health.ts";
import { Failure } from "#app/kit/states/failure.tsx";
import { HEALTH_PER_PAGE } from "./health-contract.ts";
import { IntakeStrip } from "./intake-strip.tsx";
import type { HealthTag, SamplerHealth as Health } from "./get-sampler-health.server.ts";
import { FILTER_NAME } from "./mapping-question.ts";
import { PageTurner } from "./page-turner.tsx";
import type { ListedSampler } from "./schemas.ts";
import "./texts.ts";

type Props = {
  sampler: ListedSampler;
  /** null: it could not be read. */
  health: Health | null;
  nowMs: number;
  timezone: string;
};

/** Whether what a sampler sends is well, worst first, with what to do about each. */
export function SamplerHealth({ sampler, health, nowMs, timezone }: Props) {
  const { t } = useTranslation();
  const { revalidate, state } = useRevalidator();
  if (health === null)
    return (
      <Failure onRetry={revalidate} busy={state === "loading"}>
        {t("health.unread")}
      </Failure>
    );
  return (
    <div className="space-y-4">
      <IntakeStrip intake={health.intake} nowMs={nowMs} timezone={timezone} />
      {health.count === 0 ? (
        <EmptyState
          icon={<HeartPulse className="size-6" aria-hidden="true" />}
          title={t("health.emptyTitle")}
        >
          {t("health.emptyText")}
        </EmptyState>
      ) : (
        <Tags sampler={sampler} health={health} nowMs={nowMs} />
      )}
    </div>
  );
}

function Tags({ sampler, health, nowMs }: Pick<Props, "sampler" | "nowMs"> & { health: Health }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { tags, count, counts, judged, page } = health;
  return (
    <section aria-labelledby="health-title">
      <h3 id="health-title" className="text-md font-semibold">
        {judged.notWell === 0
          ? t("health.allWell", { count: judged.of, n: number(judged.of) })
          : t("health.notWell", {
              count: judged.notWell,
              n: number(judged.notWell),
              of: number(judged.of),
            })}
      </h3>
      <p className="mb-2 text-sm text-ink-soft">
        {t("health.counts", {
          heard: number(counts.heard),
          silent: number(counts.silent),
          never: number(counts.never),
        })}
        {judged.of < count && ` ${t("health.byPage")}`}
      </p>
      <ul data-rows className="divide-y divide-line rounded-card border border-line bg-card">
        {tags.map((tag) => (
          <Tag
            key={tag.mappingId}
            tag={tag}
            value={health.latest[tag.humanKey]?.value ?? null}
            samplerId={sampler.id}
            nowMs={nowMs}
          />
        ))}
      </ul>
      <Turn page={page} pages={Math.max(1, Math.ceil(count / HEALTH_PER_PAGE))} />
    </section>
  );
}

function Tag({
  tag,
  value,
  samplerId,
  nowMs,
}: {
  tag: HealthTag;
  value: number | string | null;
  samplerId: number;
  nowMs: number;
}) {
  const { t } = useTranslation();
  const { age, number } = useFormats();
  const { lastSampleMs, findings, usualPerMinute } = tag;
  const rate = (perMinute: number) => number(perMinute, perMinute < 10 ? 1 : 0);
  return (
    <li
      className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 px-4 py-2 lg:py-2.5 lg:grid-cols-[minmax(12rem,1.2fr)_minmax(7rem,0.6fr)_minmax(10rem,0.8fr)_minmax(16rem,2fr)]"
      data-health={findings.map(({ code }) => code).join(" ") || "well"}
    >
      <div className="min-w-0">
        <p className="font-medium break-all">{tag.humanKey}</p>
        <Link
          to={`?sampler=${samplerId}&${FILTER_NAME}=${encodeURIComponent(tag.machineKey)}`}
          className="font-mono text-xs break-all text-ink-faint hover:underline max-lg:finger-line"
        >
          {tag.machineKey}
        </Link>
      </div>
      <div className="text-sm max-lg:text-right">
        <p className="font-semibold break-all">
          {typeof value === "number" ? number(value, decimalsOf(value)) : (value ?? "–")}
        </p>
        <p className="text-xs text-ink-faint">
          {lastSampleMs === null ? t("mappings.never") : age(Math.max(0, nowMs - lastSampleMs))}
        </p>
      </div>
      <p className="text-sm text-ink-soft max-lg:col-start-1 max-lg:text-xs">
        {t("health.rate", { n: rate(tag.perMinute) })}
        <span className="text-xs text-ink-faint max-lg:before:content-['_·_'] lg:block">
          {usualPerMinute === null
            ? t("health.noUsual")
            : t("health.usual", { n: rate(usualPerMinute) })}
        </span>
      </p>
      {findings.length === 0 ? (
        <p className="flex items-center gap-2 text-sm text-ink-faint max-lg:self-start max-lg:justify-self-end max-lg:text-xs">
          <Check className="size-4 shrink-0 text-go" aria-hidden="true" />
          {t("health.well")}
        </p>
      ) : (
        <ul className="space-y-1 text-sm max-lg:col-span-2">
          {findings.map((finding) => (
            <li key={finding.code} className="flex gap-2">
              <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden="true" />
              <FindingWords finding={finding} typeName={tag.typeName} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** What is wrong, then what to do. */
function FindingWords({ finding, typeName }: { finding: Finding; typeName: string | null }) {
  const { t } = useTranslation();
  const { age, number } = useFormats();
  const rate = (perMinute: number) => number(perMinute, perMinute < 10 ? 1 : 0);
  const values = {
    age: "ageMs" in finding ? age(finding.ageMs) : "",
    n: "perMinute" in finding ? rate(finding.perMinute) : "",
    usual: "usual" in finding ? rate(finding.usual) : "",
    value: "value" in finding ? number(finding.value, decimalsOf(finding.value)) : "",
    type: typeName ?? "",
  };
  const code = finding.code === "kind" ? (`kind_${finding.kind}` as const) : finding.code;
  return (
    <span className="min-w-0">
      <strong className="font-semibold">{t(`health.findings.${code}`, values)}</strong>{" "}
      <span className="text-ink-soft">{t(`health.advice.${finding.code}`)}</span>
    </span>
  );
}

const decimalsOf = (value: number): number => (Number.isInteger(value) ? 0 : 2);

function Turn({ page, pages }: { page: number; pages: number }) {
  const [, setParams] = useSearchParams();
  const turn = (to: number) =>
    setParams(
      (last) => {
        last.set("page", String(to));
        return last;
      },
      { replace: true, preventScrollReset: true },
    );
  return <PageTurner page={page} pages={pages} onTurn={turn} />;
}
