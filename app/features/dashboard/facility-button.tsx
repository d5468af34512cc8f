import { ListFilter } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { loadWhenOpened } from "#app/components/load-later.tsx";
import type { FacilityChoice } from "./fleet-types.ts";
import "./texts.ts";

const FacilityDialog = loadWhenOpened(() => import("./facility-dialog.tsx"), "crumbs.facilities");

/** How many facilities are shown, and the way to choose them. */
export function FacilityButton({
  facilities,
  unplaced,
  label,
}: {
  facilities: readonly FacilityChoice[];
  /** Machines without a facility. */
  unplaced: number;
  label?: string;
}) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<boolean | null>(null);
  const shown = facilities.filter(({ active }) => active).length;
  const text = t("dashboard.facilities", { shown, count: facilities.length });
  const isAll = shown === facilities.length && unplaced > 0;
  if (facilities.length === 0) return <span>{t("dashboard.noFacility")}</span>;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="-mx-2 inline-flex h-11 items-center gap-1.5 rounded-control px-2 underline-offset-4 hover:bg-hover hover:text-ink lg:h-8"
      >
        <ListFilter className="size-4 text-ink-faint" aria-hidden="true" />
        {label ?? (
          <span>
            {text}
            {/* A phone has no room for it beside the slideshow. */}
            {isAll && (
              <span className="max-sm:sr-only">{t("dashboard.unplaced", { count: unplaced })}</span>
            )}
          </span>
        )}
      </button>
      {open !== null && (
        <FacilityDialog
          facilities={facilities}
          unplaced={unplaced}
          open={open}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
