import { Link } from "@remix-run/react";
import { PlugZap } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Card } from "#app/components/layout/page.tsx";
import { StateBadge } from "#app/components/machine/state-badge.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { toMachineState } from "#app/domain/metrics/states.ts";
import { useMetric } from "#app/live/index.ts";
import type { MachineRow } from "./machine-row.ts";
import "./texts.ts";

export function MachineList({ machines }: { machines: readonly MachineRow[] }) {
  const { t } = useTranslation();
  if (machines.length === 0) {
    return (
      <EmptyState
        icon={<PlugZap className="size-6" aria-hidden="true" />}
        title={t("machines.emptyTitle")}
      >
        {t("machines.emptyText")}
      </EmptyState>
    );
  }
  const columns = [
    t("machines.name"),
    t("machine.state"),
    t("machine.make"),
    t("machine.model"),
    t("machine.serial"),
    t("machine.facility"),
    t("machine.location"),
  ];
  return (
    <Card className="overflow-hidden">
      <table className="w-full text-sm">
        <thead className="max-md:sr-only">
          <tr className="border-b border-line text-left text-xs text-ink-faint">
            {columns.map((column) => (
              <th key={column} scope="col" className="h-9 px-4 font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {machines.map((machine) => (
            <Row key={machine.id} machine={machine} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** A table row on the desk, a card on the phone; the name's link covers all of it. */
function Row({ machine }: { machine: MachineRow }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { value, stale, ageMs, timeMs } = useMetric(machine.id, "machine_state", machine.state);
  const cell = "px-4 text-ink-soft max-md:block max-md:px-0 md:h-9";
  return (
    <tr className="relative border-b border-line last:border-0 hover:bg-hover max-md:block max-md:px-4 max-md:py-3">
      <th
        scope="row"
        className="px-4 text-left font-medium max-md:block max-md:px-0 max-md:text-md md:h-9"
      >
        <Link
          to={`/machines/${machine.id}`}
          prefetch="intent"
          className="after:absolute after:inset-0"
        >
          {machine.name}
        </Link>
      </th>
      <td className="px-4 max-md:absolute max-md:top-3 max-md:right-4 max-md:px-0 md:h-9">
        <span className="inline-flex items-center gap-2">
          <StateBadge state={toMachineState(value)} short stale={stale && timeMs !== null} />
          {stale && timeMs !== null && (
            <span className="text-xs whitespace-nowrap text-ink-faint max-md:hidden">
              {formats.age(ageMs)}
            </span>
          )}
        </span>
      </td>
      <td className={cell}>{machine.make}</td>
      <td className={`${cell} max-md:hidden`}>{machine.model}</td>
      <td className={`${cell} max-md:hidden`}>{machine.serialNumber}</td>
      <td className={cell}>{machine.facility?.name ?? t("machine.noFacility")}</td>
      <td className={`${cell} max-md:hidden`}>
        {machine.facility && `${machine.facility.city}, ${machine.facility.state}`}
      </td>
    </tr>
  );
}
