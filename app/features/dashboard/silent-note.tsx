import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { loadLater } from "#app/components/load-later.tsx";
import "./texts.ts";

/** Wanted only when machines are silent. */
const loadTooltip = async () => ({
  default: (await import("#app/kit/controls/tooltip.tsx")).Tooltip,
});
const Tooltip = loadLater(loadTooltip);

type SilentNoteProps = {
  /** Of how many machines a figure is. */
  part: string;
  /** The same, on a phone. */
  short?: string;
  silent: { total: number; names: string };
  align: "start" | "center" | "end";
};

/** Below a figure that lacks machines: of how many it is, and on hover, focus or touch which ones are silent. */
export function SilentNote({ part, short = part, silent, align }: SilentNoteProps) {
  const { t } = useTranslation();
  const face: ReactNode = (
    <span className="font-medium text-warn underline decoration-dotted underline-offset-2">
      <span className="sm:hidden">{short}</span>
      <span className="max-sm:hidden">{part}</span>
    </span>
  );
  return (
    <>
      {/* As high as the words it takes the place of: nothing moves as a machine falls silent. */}
      <span className="-my-1 block print:hidden">
        <Tooltip
          align={align}
          label={part}
          face={face}
          meanwhile={<span className="inline-grid min-h-6 place-items-center">{face}</span>}
        >
          {t("dashboard.silent", { count: silent.total, names: silent.names })}
        </Tooltip>
      </span>
      <span aria-hidden="true" className="hidden print:inline">
        {part}
      </span>
    </>
  );
}
