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
export function StatusChip({ status }: { status: MaintenanceStatus }) {
  const { t } = useTranslation();
  if (status === "default") return null;
  const { tone, Icon } = LOOKS[status];
  return (
    <Chip tone={tone} icon={<Icon className="size-3.5 shrink-0" aria-hidden="true" />}>
      {t(`maintenance.status_${status}`)}
    </Chip>
  );
}
