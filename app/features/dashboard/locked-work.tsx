import { LockKeyhole } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useTierName } from "#app/components/use-tier-name.ts";
import { SALES_EMAIL } from "#app/domain/support.ts";
import type { WorkLock } from "./fleet-types.ts";
import "./later/texts.ts";
import "#app/components/ui/upsell/texts.ts";

const ROWS = ["w-2/5", "w-1/3", "w-1/2", "w-2/5", "w-1/3"] as const;

/** In place of work that is due, where no machine's service tier has maintenance: what opens it, whom to ask, and its look. */
export function LockedWork({ lock: { needed } }: { lock: WorkLock }) {
  const { t } = useTranslation();
  const tierName = useTierName();
  return (
    <div className="relative grid min-h-44 place-items-center">
      {/* Rows that nobody could mistake for data. */}
      <div aria-hidden="true" className="absolute inset-0 opacity-60 blur-[3px] print:hidden">
        {ROWS.map((width, row) => (
          <div
            key={row}
            className="flex h-9 items-center justify-between border-b border-line last:border-0"
          >
            <span className={`h-2.5 rounded-full bg-line-strong ${width}`} />
            <span className="h-2.5 w-20 rounded-full bg-line" />
          </div>
        ))}
      </div>
      <p className="relative my-3 max-w-sm rounded-card border border-line bg-card px-4 py-3 text-center text-sm text-ink-soft">
        <LockKeyhole className="mr-1.5 inline size-4 align-[-0.2em]" aria-hidden="true" />
        {needed === null
          ? t("upsellPanel.maintenances")
          : t("attention.lockedWork", { tier: tierName(needed) })}
        {". "}
        <a
          href={`mailto:${SALES_EMAIL}?subject=${encodeURIComponent(t("upsellPanel.maintenances"))}`}
          className="inline-block font-medium text-ink underline max-lg:finger-line"
        >
          {t("upsell.write", { email: SALES_EMAIL })}
        </a>
      </p>
    </div>
  );
}
