import { History } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Tooltip } from "#app/kit/controls/tooltip.tsx";
import "./later/texts.ts";

/** That machines' past is still being written; in the title's row, so that nothing moves when it comes and goes. */
export default function ArrivingMark({ machines }: { machines: number }) {
  const { t } = useTranslation();
  const title = t("history.title");
  return (
    <span role="status">
      <Tooltip
        label={title}
        align="start"
        face={
          <span className="inline-flex items-center gap-1.5 rounded-full border border-line bg-card px-2.5 py-0.5 text-xs font-medium text-ink-soft">
            <History className="size-3.5 text-ink-faint" aria-hidden="true" />
            {title}
          </span>
        }
      >
        {t("history.text", { count: machines })}
      </Tooltip>
    </span>
  );
}
