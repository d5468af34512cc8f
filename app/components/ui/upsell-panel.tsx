import { LockKeyhole } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { TierCheck } from "#app/domain/access/permissions.ts";
import { SALES_EMAIL } from "#app/domain/support.ts";
import { useTierName } from "#app/components/use-tier-name.ts";
import { ButtonAnchor } from "./button.tsx";
import "./upsell/texts.ts";

type UpsellPanelProps = {
  check: TierCheck;
  machine: { name: string; serviceTier: { name: string } | null };
  /** The first tier that opens it. */
  needed: string;
  /** What it would look like: shown blurred behind the words, for nobody to read or reach. */
  children?: ReactNode;
};

const TITLES = {
  generateReport: "upsellPanel.reports",
  unlimitedReport: "upsellPanel.reports",
  accessAnomalyExplorer: "upsellPanel.anomalies",
  accessEvents: "upsellPanel.events",
  accessMaintenances: "upsellPanel.maintenances",
  unlimitedMaintenances: "upsellPanel.moreMaintenances",
} as const satisfies Record<TierCheck, string>;

/** A feature that the machine's service tier does not open: what it is, what opens it, and whom to ask. */
export function UpsellPanel({ check, machine, needed, children }: UpsellPanelProps) {
  const { t } = useTranslation();
  const tierName = useTierName();
  const tier = machine.serviceTier;
  const opens = { machine: machine.name, needed: tierName(needed) };
  const title = t(TITLES[check]);
  return (
    <section
      aria-label={title}
      className="relative grid min-h-72 place-items-center overflow-hidden rounded-card border border-line bg-card"
    >
      <div
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 p-4 opacity-60 blur-[5px] select-none"
      >
        {children ?? <Ghost />}
      </div>
      <div className="relative m-4 flex max-w-md flex-col items-center rounded-card border border-line bg-card px-6 py-6 text-center shadow-float">
        <span className="grid size-12 place-items-center rounded-full bg-idle-wash text-ink-soft">
          <LockKeyhole className="size-6" aria-hidden="true" />
        </span>
        <h2 className="mt-4 text-md font-semibold">{title}</h2>
        <p className="mt-1.5 text-sm text-ink-soft">
          {tier === null
            ? t("upsellPanel.hasNone", opens)
            : t("upsellPanel.has", { ...opens, tier: tierName(tier.name) })}
        </p>
        <ButtonAnchor
          tone="primary"
          className="mt-5"
          href={`mailto:${SALES_EMAIL}?subject=${encodeURIComponent(`${title} · ${machine.name}`)}`}
        >
          {t("upsellPanel.contact")}
        </ButtonAnchor>
        <p className="mt-2 text-sm text-ink-soft select-all">{SALES_EMAIL}</p>
      </div>
    </section>
  );
}

const ROWS = ["w-3/4", "w-1/2", "w-2/3", "w-5/6", "w-1/2", "w-3/5", "w-2/3", "w-3/4"] as const;

/** Rows of a table that nobody could mistake for data. */
function Ghost() {
  return (
    <div className="space-y-4">
      {ROWS.map((width, row) => (
        <div key={row} className="flex items-center gap-6 border-b border-line pb-3">
          <span className="size-5 shrink-0 rounded-full bg-idle-wash" />
          <span className={`h-3 rounded-full bg-line-strong ${width}`} />
          <span className="h-3 w-24 shrink-0 rounded-full bg-line" />
        </div>
      ))}
    </div>
  );
}
