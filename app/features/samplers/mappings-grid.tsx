import { useRevalidator } from "@remix-run/react";
import { Plus, Trash2 } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { MAX_UTS_TAGS_PER_SAMPLER } from "#app/domain/limits.ts";
import { Chip } from "#app/kit/chip.tsx";
import { ConfirmDialog } from "#app/kit/dialogs/confirm-dialog.tsx";
import { DataTable } from "#app/kit/table/data-table.tsx";
import type { TableColumn } from "#app/kit/table/table-column.ts";
import { MappingDrawer } from "./mapping-drawer.tsx";
import type { MappingDone } from "./mapping-form.ts";
import { MAPPING_SIZES, MAPPING_TABLE } from "./mapping-question.ts";
import type { MappedData } from "./load-samplers-tab.server.ts";
import type { ListedSampler, MappingJson } from "./schemas.ts";
import { FilterField } from "./filter-field.tsx";
import { useFilter, useFocusInFilter } from "./use-filter.ts";
import { useSectionName } from "#app/kit/sections/use-section-name.ts";
import "./texts.ts";

/** A state that is sent on change only holds for a quarter of an hour. */
const OLD_MS = 15 * 60_000;

type Props = {
  sampler: ListedSampler;
  machine: { id: number; name: string; timezone: string };
  mapped: MappedData;
  sections: readonly string[];
  nowMs: number;
  /** The machine is in service. */
  mayChange: boolean;
  /** Acts on many mappings, beside the button that adds one. */
  children: ReactNode;
};

/** What a sampler reads, by machine key: filtered, paged, added, changed and deleted. */
export function MappingsGrid({ sampler, machine, mapped, sections, nowMs, ...rest }: Props) {
  const { mayChange, children } = rest;
  const { t } = useTranslation();
  const { number } = useFormats();
  const [edited, setEdited] = useState<MappingJson | "new" | null>(null);
  const [going, setGoing] = useState<MappingJson | null>(null);
  const filter = useFilter();
  const focus = useFocusInFilter();
  const { revalidate } = useRevalidator();
  const columns = useColumns(mapped, nowMs, mayChange, setEdited, setGoing);
  const { page: mappings } = mapped;
  const { count, uts_ad_enabled_count: utsCount } = mappings.paging;
  return (
    <section aria-labelledby="mappings-title" {...focus}>
      <div className="mb-2 flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="mr-auto">
          <h2 id="mappings-title" className="text-md font-semibold">
            {t("mappings.titleOf", { name: sampler.name })}
          </h2>
          <p className="text-sm text-ink-soft" data-uts={utsCount}>
            {t("mappings.count", { count, n: number(count) })}
            {" · "}
            {t("mappings.utsCount", { n: number(utsCount), most: MAX_UTS_TAGS_PER_SAMPLER })}
          </p>
        </div>
        <FilterField
          id="mappings-filter"
          label={t("mappings.filter")}
          filter={filter}
          className="w-full sm:w-72"
        />
        {mayChange && (
          <Button tone="primary" onClick={() => setEdited("new")}>
            <Plus className="size-4" aria-hidden="true" />
            {t("mappings.add")}
          </Button>
        )}
        {children}
      </div>
      <DataTable
        caption={t("mappings.titleOf", { name: sampler.name })}
        columns={columns}
        rows={mappings.data}
        rowId={(row) => String(row.id)}
        size={MAPPING_TABLE.size}
        sizes={MAPPING_SIZES}
        server={{ total: count }}
        busy={filter.isWaiting}
        onRetry={revalidate}
        empty={filter.isOn || !mayChange ? undefined : t("mappings.emptyText")}
        plain
      />
      <MappingDrawer
        mapping={edited === "new" ? null : edited}
        open={edited !== null}
        onClose={() => setEdited(null)}
        sampler={sampler}
        deviceId={machine.id}
        sections={sections}
        utsCount={utsCount}
      />
      <ConfirmDialog<MappingDone>
        open={going !== null}
        onClose={() => setGoing(null)}
        title={t("mappings.deleteTitle", { name: going?.human_key ?? "" })}
        text={t("mappings.deleteText", { key: going?.machine_key ?? "" })}
        confirm={{ label: t("mappings.delete"), busyLabel: t("mappings.deleting") }}
        typeToConfirm="delete"
        intent="delete-mapping"
        hidden={{ id: going?.id ?? 0, name: going?.human_key ?? "" }}
        toast={{
          done: () => t("mappings.deleted"),
          failed: t("mappings.deleteFailed"),
          durationMs: 3_000,
        }}
      />
    </section>
  );
}

function useColumns(
  { typeNames, latest }: MappedData,
  nowMs: number,
  mayChange: boolean,
  onEdit: (mapping: MappingJson) => void,
  onDelete: (mapping: MappingJson) => void,
): TableColumn<MappingJson>[] {
  const { t } = useTranslation();
  const sectionName = useSectionName();
  return useMemo(
    () => [
      {
        key: "machine_key",
        label: t("mappings.machineKey"),
        value: (row) => row.machine_key,
        isName: true,
        wraps: true,
        canFilter: false,
        cell: (row) =>
          mayChange ? (
            <button
              type="button"
              onClick={() => onEdit(row)}
              className="print-text min-h-9 text-left font-mono text-sm break-all hover:underline max-md:finger-line max-md:min-h-8 md:max-lg:min-h-11 md:min-w-32 lg:min-w-40"
            >
              {row.machine_key}
            </button>
          ) : (
            <span className="font-mono text-sm break-all">{row.machine_key}</span>
          ),
      },
      {
        key: "human_key",
        label: t("mappings.humanKey"),
        value: (row) => row.human_key,
        wraps: true,
        canFilter: false,
        phone: "inline",
        cell: (row) => (
          <span className="break-all md:inline-block md:min-w-28 lg:min-w-32">{row.human_key}</span>
        ),
      },
      {
        key: "type",
        label: t("mappings.type"),
        value: (row) => typeNames[row.telemetry_type_id ?? 0] ?? null,
        canSort: false,
        canFilter: false,
        phone: "inline",
        cell: (row) => (
          <span className="inline-flex flex-wrap items-center gap-1">
            {typeNames[row.telemetry_type_id ?? 0] ?? "–"}
            {row.is_type_gone && <Chip tone="warn">{t("mappings.typeGone")}</Chip>}
          </span>
        ),
      },
      {
        key: "primary_section",
        label: t("mappings.section"),
        value: (row) => row.primary_section,
        text: (row) => sectionName(row.primary_section),
        hiddenBelow: "lg",
        canFilter: false,
        phone: "inline",
      },
      {
        key: "detection",
        label: t("mappings.detection"),
        value: () => null,
        wraps: true,
        canSort: false,
        canFilter: false,
        phone: "inline",
        cell: (row) => <Detections mapping={row} />,
      },
      {
        key: "newest",
        label: t("mappings.newest"),
        value: (row) => latest?.[row.human_key]?.timeMs ?? null,
        canSort: false,
        canFilter: false,
        phone: "inline",
        align: "right",
        cell: (row) => (
          <Newest
            timeMs={latest === null ? undefined : (latest[row.human_key]?.timeMs ?? null)}
            nowMs={nowMs}
          />
        ),
      },
      ...(mayChange
        ? [
            {
              key: "edit",
              label: t("mappings.actions"),
              value: () => null,
              canSort: false,
              canFilter: false,
              align: "right" as const,
              phone: "corner" as const,
              cell: (row: MappingJson) => (
                <button
                  type="button"
                  onClick={() => onDelete(row)}
                  aria-label={t("mappings.deleteOf", { name: row.human_key })}
                  className="grid size-11 place-items-center rounded-control text-ink-soft hover:bg-hover hover:text-ink md:ml-auto lg:size-8"
                >
                  <Trash2 className="size-4" aria-hidden="true" />
                </button>
              ),
            },
          ]
        : []),
    ],
    [t, typeNames, latest, nowMs, mayChange, sectionName, onEdit, onDelete],
  );
}

/** How old the newest value is; an old one is what a person looks for. */
function Newest({ timeMs, nowMs }: { timeMs: number | null | undefined; nowMs: number }) {
  const { t } = useTranslation();
  const { age } = useFormats();
  if (timeMs === undefined) return <span className="text-ink-faint">–</span>;
  if (timeMs === null) return <span className="text-warn">{t("mappings.never")}</span>;
  const ageMs = Math.max(0, nowMs - timeMs);
  return <span className={ageMs > OLD_MS ? "text-warn" : "text-ink-soft"}>{age(ageMs)}</span>;
}

function Detections({ mapping }: { mapping: MappingJson }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const {
    threshold_anomaly_detection_enabled: isThreshold,
    uts_anomaly_detection_enabled: isUts,
    threshold_lower_bound_percentile: lower,
    threshold_upper_bound_percentile: upper,
  } = mapping;
  if (!isThreshold && !isUts) return <span className="text-ink-faint">{t("mappings.none")}</span>;
  const share = (value: number | null) => number(value, decimalsOf(value));
  return (
    <span className="inline-flex flex-wrap gap-1">
      {isThreshold && (
        <Chip>{t("mappings.threshold", { lower: share(lower), upper: share(upper) })}</Chip>
      )}
      {isUts && <Chip>{t("mappings.uts")}</Chip>}
    </span>
  );
}

/** As many as the number was given with, at most six. */
const decimalsOf = (value: number | null): number =>
  Math.min(6, String(value ?? 0).split(".")[1]?.length ?? 0);
