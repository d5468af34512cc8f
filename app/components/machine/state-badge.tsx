import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import type { MachineState } from "#app/domain/metrics/states.ts";
import { StateGlyph } from "./state-glyph.tsx";

const TONES: Record<MachineState, string> = {
  running_and_feeding: "bg-go text-on-go border-go",
  running: "bg-transparent text-go border-go",
  ready: "bg-calm-wash text-calm border-transparent",
  ready_in_setup: "bg-calm-wash text-calm border-transparent",
  ready_to_run: "bg-calm-wash text-calm border-calm",
  not_ready: "bg-warn-wash text-warn border-transparent",
  off: "bg-idle-wash text-idle border-transparent",
  unknown: "hatched text-idle border-line-strong border-dashed",
};

/** A state as word, icon, shape and colour, so that none of them stands alone (LOOK.md). */
export function StateBadge({ state, stale = false }: { state: MachineState; stale?: boolean }) {
  const { t } = useTranslation("glossary");
  return (
    <span
      data-state={state}
      className={cx(
        // Words: a hyphen of tables of numbers is half as wide again.
        "inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full border pr-2.5 pl-1.5 text-xs font-semibold whitespace-nowrap proportional-nums",
        // A full green would become the lightest grey of a dark page.
        stale && state === "running_and_feeding" ? "border-line-strong bg-card" : TONES[state],
        stale && "stale",
      )}
    >
      <StateGlyph state={state} className="size-3.5" />
      {t(`states.${state}`)}
    </span>
  );
}
