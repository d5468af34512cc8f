import { useTranslation } from "react-i18next";
import { useConnection } from "#app/live/index.ts";
import type { Reading } from "./fleet-store.ts";
import { STRIP_HOURS } from "./fleet-types.ts";
import { stateMs } from "./need.ts";
import { useStateSince } from "./use-fleet.ts";
import { useLasted } from "./use-lasted.ts";
import "./texts.ts";

/** For how long the state has held: "47 min", "over 8 h"; null where nobody knows. */
export function useStateAge(deviceId: number, state: Reading): string | null {
  const { t } = useTranslation();
  const lasted = useLasted();
  const since = useStateSince(deviceId);
  const ms = stateMs(state, since, useConnection() === "lost");
  if (since === null || ms === null) return null;
  if (since.isOlder) return t("need.over", { hours: STRIP_HOURS });
  return lasted(ms);
}
