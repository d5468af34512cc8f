import { ChartLine, CircleDashed, Pencil, TriangleAlert } from "lucide-react";
import { useFetcher } from "@remix-run/react";
import { memo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Checkbox } from "#app/components/forms/checkbox.tsx";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { useInSight } from "#app/components/use-in-sight.ts";
import { unitText, valueText } from "#app/domain/measures/measure-value.ts";
import type { ShownWords } from "#app/domain/measures/own-words.ts";
import type { MeasureSettings } from "#app/domain/measures/types.ts";
import { Tooltip } from "#app/kit/controls/tooltip.tsx";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import { type InitialValue, useIsCut, useMetric } from "#app/live/index.ts";
import type { SeenMeasure } from "./measure.ts";
import "./texts.ts";

/** A measure with the words that are shown for it. */
export type ShownMeasure = Pick<MeasureSettings, "humanKey" | "type" | "precision"> & ShownWords;

type Props = {
  measure: ShownMeasure;
  deviceId: number;
  initial: InitialValue;
  /** Of the machine's pages. */
  basePath: string;
  /** Of the measure; null: it is a tag that nobody made one of, or it may not be changed. */
  id: number | null;
  /** null: the person may not change measures. */
  onEdit: ((id: number) => void) | null;
  /** Who looked at its value, which is abnormal since then without a break. */
  seen: SeenMeasure | null;
  /** Whether the person may say that it was looked at. */
  canMarkSeen: boolean;
  timezone: string;
};

/**
 * One measure: title, live value, unit, and what is to be known of it. Its channel is joined while the card is in sight.
 * Drawn again for what changed of it alone: there may be hundreds.
 */
export const MeasureCard = memo(function MeasureCard({
  measure,
  id,
  deviceId,
  initial,
  basePath,
  onEdit,
  seen: look,
  canMarkSeen,
  timezone,
}: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const card = useRef<HTMLLIElement>(null);
  const reading = useMetric(deviceId, measure.humanKey, initial, useInSight(card));
  const { value, ageMs, adFlag } = reading;
  const stale = useIsCut() || reading.stale;
  const isAbnormal = value !== null && adFlag === true;
  const seen = useLook(look, isAbnormal);
  const state = value === null ? "unreported" : isAbnormal && !seen ? "abnormal" : "normal";
  const plain = value === null ? "" : unitText(measure.type, measure.units);
  // Over four hours it has another name and value, on the overview. An old one is of the time that its age tells.
  const unit =
    plain !== "" && !stale && measure.humanKey === "operating_productivity"
      ? t("measures.now", { unit: plain })
      : plain;
  return (
    <li
      ref={card}
      data-state={state}
      className={cx(
        "group/card relative flex min-h-22 flex-col gap-1 rounded-control border bg-card p-3",
        state === "normal" && "border-line",
        state === "unreported" && "border-dashed border-line-strong",
        state === "abnormal" && "border-hint",
      )}
    >
      <p className="pr-1 text-xs wrap-anywhere text-ink-soft">{measure.title}</p>
      <div className="flex items-end gap-1.5">
        <p className={cx("min-w-0 flex-1 break-words", value !== null && stale && "stale")}>
          <span className="text-lg leading-6 font-semibold tracking-tight">
            {valueText(measure, value, formats)}
          </span>
          {unit !== "" && (
            <span
              className={cx(
                "inline-block text-xs text-ink-faint",
                !(plain === "%" && formats.locale === "en") && "ml-1",
              )}
            >
              {unit}
            </span>
          )}
        </p>
        {state !== "normal" && (
          <Tooltip
            label={t("measures.stateOf", { title: measure.title })}
            face={
              state === "abnormal" ? (
                <TriangleAlert className="size-4 text-hint" aria-hidden="true" />
              ) : (
                <CircleDashed className="size-4" aria-hidden="true" />
              )
            }
          >
            {t(state === "abnormal" ? "measures.anomalous" : "measures.noData")}
          </Tooltip>
        )}
      </div>
      {value !== null && stale && ageMs !== null && (
        <p className="text-xs text-warn">{formats.age(ageMs)}</p>
      )}
      {isAbnormal && (
        <Look measure={measure} look={seen} canMark={canMarkSeen} timezone={timezone} />
      )}
      <div className={ACTIONS}>
        <a
          href={`${basePath}/analytics/measure/${encodeURIComponent(measure.humanKey)}`}
          target="_blank"
          rel="noopener"
          aria-label={t("measures.analytics", { title: measure.title })}
          className={ACTION}
        >
          <ChartLine className="size-4" aria-hidden="true" />
        </a>
        {onEdit !== null && id !== null && (
          <button
            type="button"
            onClick={() => onEdit(id)}
            aria-haspopup="dialog"
            aria-label={t("measures.edit", { title: measure.title })}
            className={ACTION}
          >
            <Pencil className="size-4" aria-hidden="true" />
          </button>
        )}
      </div>
    </li>
  );
});

/** Null again once the value was normal: what is abnormal afterwards nobody has seen. */
function useLook(look: SeenMeasure | null, isAbnormal: boolean): SeenMeasure | null {
  const [over, setOver] = useState<number | null>(null);
  if (look !== null && !isAbnormal && over !== look.id) setOver(look.id);
  return look !== null && isAbnormal && over !== look.id ? look : null;
}

/** Done or not: a box for who may say so, for everybody who looked at it and when. */
function Look({
  measure: { humanKey, title },
  look,
  canMark,
  timezone,
}: {
  measure: ShownMeasure;
  look: SeenMeasure | null;
  canMark: boolean;
  timezone: string;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { submit, state, data } = useFetcher<FormAnswer>();
  const told = look && formats.dateTime(look.at, timezone);
  const said =
    look &&
    (look.userName === null
      ? t("measures.seenAt", { at: told })
      : t("measures.seenBy", { name: look.userName, at: told }));
  const isRefused = state === "idle" && data !== undefined && data.result.status === "error";
  if (!canMark && said === null) return null;
  return (
    <div className="text-xs text-ink-soft">
      {canMark ? (
        <label className="flex min-h-8 items-center gap-1.5 [@media(hover:none)]:min-h-11">
          <Checkbox
            checked={look !== null}
            disabled={state !== "idle"}
            aria-label={t("measures.markSeen", { title })}
            onChange={() =>
              submit(
                look === null
                  ? { intent: "seen", human_key: humanKey }
                  : { intent: "unseen", id: look.id },
                { method: "post" },
              )
            }
          />
          {said ?? t("measures.seen")}
        </label>
      ) : (
        said
      )}
      {isRefused && (
        <p role="alert" className="text-alarm">
          {t("measures.seenFailed")}
        </p>
      )}
    </div>
  );
}

/** Over the upper edge, where no card has words; on a touch screen in a row of their own. */
const ACTIONS =
  "pointer-events-none absolute -top-4.5 right-2 z-10 flex rounded-control border border-line bg-card opacity-0 shadow-float transition-opacity duration-150 group-focus-within/card:pointer-events-auto group-focus-within/card:opacity-100 group-hover/card:pointer-events-auto group-hover/card:opacity-100 [@media(hover:none)]:pointer-events-auto [@media(hover:none)]:static [@media(hover:none)]:mt-auto [@media(hover:none)]:-mr-2 [@media(hover:none)]:-mb-2 [@media(hover:none)]:justify-end [@media(hover:none)]:border-0 [@media(hover:none)]:opacity-100 [@media(hover:none)]:shadow-none";
const ACTION =
  "grid size-7 place-items-center rounded-control text-ink-faint hover:bg-hover hover:text-ink [@media(hover:none)]:size-11";
