import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { riskBand } from "#app/domain/metrics/gauge-bands.ts";
import type { DowntimePrediction } from "#app/domain/prediction/types.ts";
import { riskNow } from "#app/domain/prediction/risk-now.ts";
import type { FleetMachine } from "./fleet-types.ts";
import { isHighRisk } from "./need.ts";
import { throughputTrend } from "./throughput-trend.ts";
import { WallTrend } from "./wall-trend.tsx";
import { useStateSince } from "./use-fleet.ts";
import { numberOf, type Reading, type Readings } from "./readings.ts";
import "./texts.ts";
import "#app/features/displays/texts.ts";

type WallPlaceProps = {
  machine: FleetMachine;
  readings: Readings;
  /** The wall shows machines of several plants. */
  hasPlace: boolean;
  /** It has half of a row: its figures stand here. */
  isSharing: boolean;
  isOld: boolean;
  isCut: boolean;
  /** The name has two lines: there is no room for two more. */
  isTight: boolean;
  className: string;
};

/** Below a row's name and state: the plant, a high risk in words, and in half a row how fast the machine is. */
export function WallPlace(props: WallPlaceProps) {
  const { machine, readings, hasPlace, isSharing, isOld, isCut, isTight, className } = props;
  const { t } = useTranslation();
  const risk = riskNow(machine.risk, readings.machine_state, isCut);
  const high = risk.reason === null && isHighRisk(risk.prediction) ? risk : null;
  if (!hasPlace && high === null && !isSharing) return null;
  return (
    <p
      className={cx(
        "flex items-baseline gap-x-[1em] wall-label leading-[1.2] whitespace-nowrap text-ink-soft",
        isSharing ? "justify-between" : isTight ? "max-lg:flex-wrap" : "flex-wrap",
        className,
      )}
    >
      {hasPlace && (
        <span className="max-w-full min-w-0 truncate">
          {machine.facility?.name ?? t("machine.noFacility")}
        </span>
      )}
      {isSharing ? (
        <SpeedAndSheets deviceId={machine.id} readings={readings} isOld={isOld} />
      ) : (
        high !== null && <HighRisk risk={high} isOld={isOld} />
      )}
    </p>
  );
}

type Foretold = Extract<DowntimePrediction, { reason: null }>;

function HighRisk({ risk, isOld }: { risk: Foretold; isOld: boolean }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <span
      className={cx(
        "shrink-0 font-semibold",
        riskBand(risk.prediction) === "poor" ? "text-alarm" : "text-warn",
        isOld && "stale",
      )}
    >
      {t("slideshow.risk", {
        share: formats.percent(risk.prediction, 1),
        hours: formats.number(risk.horizonMinutes / 60),
      })}
    </span>
  );
}

type SpeedAndSheetsProps = { deviceId: number; readings: Readings; isOld: boolean };

/** Speed and sheets per hour, in letters for which half a row has room. */
function SpeedAndSheets({ deviceId, readings, isOld }: SpeedAndSheetsProps) {
  const { t } = useTranslation(["common", "glossary"]);
  const { figure } = useFormats();
  const { machine_speed, sheets_per_hour } = readings;
  const since = useStateSince(deviceId);
  const said = (reading: Reading, what: ReactNode) => (
    <span className={cx(reading.stale && !isOld && "stale")}>{what}</span>
  );
  return (
    <span className={cx("shrink-0 wall-needs", isOld && "stale")}>
      {said(
        machine_speed,
        `${figure(numberOf(machine_speed), { most: 4, kept: 2 })}\u00a0${t("glossary:units.rpm")}`,
      )}
      {" · "}
      {said(
        sheets_per_hour,
        t("slideshow.sheetsOf", {
          sheets: figure(numberOf(sheets_per_hour), { most: 6, kept: 2 }),
        }),
      )}
      <WallTrend trend={throughputTrend(readings, since)} />
    </span>
  );
}
