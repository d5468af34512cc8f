import { AlarmClock, CircleAlert, CirclePlus, Clock } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { MaintenanceStatus } from "#app/domain/maintenance/types.ts";
import { Chip, type ChipTone } from "#app/kit/chip.tsx";
import "./texts.ts";

const LOOKS = {
  snoozed: { tone: "quiet", Icon: AlarmClock },
  overdue: { tone: "alarm", Icon: CircleAlert },
  due_soon: { tone: "warn", Icon: Clock },
  new: { tone: "quiet", Icon: CirclePlus },
} as const satisfies Record<
  Exclude<MaintenanceStatus, "default">,
  { tone: ChipTone; Icon: typeof Clock }
>;

/** How a maintenance stands, in a word and a shape; nothing where there is nothing to say. */
export function StatusChips({ maintenance }: { maintenance: Standing }) {
  const { t } = useTranslation();
  return shownStatuses(maintenance).map((status) => {
    const { tone, Icon } = LOOKS[status];
    return (
      <Chip
        key={status}
        tone={tone}
        icon={<Icon className="size-3.5 shrink-0" aria-hidden="true" />}
      >
        {t(`maintenance.status_${status}`)}
      </Chip>
    );
  });
}

type Standing = { status: MaintenanceStatus; history: readonly unknown[] };
type Shown = keyof typeof LOOKS;

/** Its status, and "new" beside it until the work was done once (decision 097). */
export function shownStatuses({ status, history }: Standing): Shown[] {
  const isNew = history.length === 0;
  if (status === "default" || status === "new") return isNew ? ["new"] : [];
  return isNew ? [status, "new"] : [status];
}
