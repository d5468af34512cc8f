import { Link, useRevalidator } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Card } from "#app/components/layout/page.tsx";
import { CompactTable } from "#app/components/ui/compact-table.tsx";
import { SALES_EMAIL } from "#app/domain/support.ts";
import { DueText } from "#app/components/due-text.tsx";
import { LifeLeftText } from "#app/components/life-left-text.tsx";
import { Failure } from "#app/kit/states/failure.tsx";
import type { RecommendedMaintenance } from "./list-recommended-maintenances.server.ts";
import "#app/features/machines/texts.ts";
import "#app/features/dashboard/later/texts.ts";
import "#app/components/due/texts.ts";

type Props = {
  /** null: the machine's tier has none, or they could not be read (`failed`). */
  rows: RecommendedMaintenance[] | null;
  failed: boolean;
  basePath: string;
  nowMs: number;
};

/** The work that is recommended for a machine, the next to do first. */
export default function MachineMaintenance({ rows, failed, basePath, nowMs }: Props) {
  const { t } = useTranslation();
  const { revalidate, state } = useRevalidator();
  return (
    <Card as="section" className="min-w-0 px-4 pt-3 pb-2">
      <h2 className="mb-1 text-sm font-semibold">{t("machinePage.maintenance")}</h2>
      {failed ? (
        <div className="py-4">
          <Failure inline onRetry={revalidate} busy={state !== "idle"}>
            {t("attention.unread")}
          </Failure>
        </div>
      ) : rows === null ? (
        <p className="py-6 text-center text-sm text-ink-soft">
          {t("attention.lockedMachine")}{" "}
          <a href={`mailto:${SALES_EMAIL}`} className="font-medium text-ink underline">
            {t("upsell.write", { email: SALES_EMAIL })}
          </a>
        </p>
      ) : (
        <CompactTable
          caption={t("machinePage.maintenance")}
          rows={rows}
          empty={t("attention.noneRecommended")}
          columns={[
            {
              key: "name",
              label: t("attention.work"),
              isName: true,
              cell: ({ id, name }) => (
                <Link
                  to={`${basePath}/maintenance?selected=${id}`}
                  className="inline-block font-medium hover:underline max-lg:finger-line sm:py-1"
                >
                  {name}
                </Link>
              ),
            },
            {
              key: "due",
              label: t("attention.due"),
              cell: ({ nextServiceDate, snoozedUntil, timezone }) => (
                // Room for two lines, which they are in Spanish.
                <span className="inline-block sm:py-1">
                  <DueText
                    atMs={nextServiceDate}
                    nowMs={nowMs}
                    timezone={timezone}
                    isSnoozed={snoozedUntil === nextServiceDate}
                  />
                </span>
              ),
            },
            {
              key: "left",
              label: t("due.leftAndDueAt"),
              align: "right",
              isPlain: true,
              cell: ({ currentState, cutoffValue }) => (
                <LifeLeftText left={currentState} cutoff={cutoffValue} />
              ),
            },
          ]}
        />
      )}
    </Card>
  );
}
