import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { FILLS, LEVELS } from "#app/components/machine/state-strip.tsx";
import { STRIP_HOURS } from "./fleet-types.ts";
import "./texts.ts";
import "#app/features/displays/texts.ts";

/** The three of a machine that is ready look alike in a strip. */
const STATES = ["running_and_feeding", "running", "ready", "not_ready", "off"] as const;
const HEIGHT = 10;
const SWATCH = "h-[0.75em] w-[0.8em] shrink-0";

/**
 * What the strips of all rows are of, what their colours and heights say, and what the mark of an abnormal figure does: once, and the same on every slide, so that the rows above keep their height. One line at 1920 × 1080, in both
 * languages. Of an old wall it is faded, as the strips are.
 */
export function WallKey({ isOld }: { isOld: boolean }) {
  const { t } = useTranslation(["common", "glossary"]);
  return (
    <p
      className={cx(
        "flex shrink-0 flex-wrap items-center gap-x-[0.5em] gap-y-[0.3em] wall-label leading-none text-ink-faint",
        isOld && "faded",
      )}
    >
      <span className="inline-block first-letter:uppercase">
        {t("need.window", { hours: STRIP_HOURS })}
      </span>
      {STATES.map((state) => (
        <span key={state} className="flex items-center gap-[0.3em] whitespace-nowrap">
          <svg
            viewBox={`0 0 ${HEIGHT} ${HEIGHT}`}
            preserveAspectRatio="none"
            className={SWATCH}
            aria-hidden="true"
          >
            <rect
              width={HEIGHT}
              y={HEIGHT * (1 - LEVELS[state])}
              height={HEIGHT * LEVELS[state]}
              className={FILLS[state]}
            />
          </svg>
          {state === "ready" ? t("slideshow.anyReady") : t(`glossary:states.${state}`)}
        </span>
      ))}
      <span className="flex items-center gap-[0.3em] whitespace-nowrap">
        <i className={`hatched [--idle-wash:var(--strip-unknown)] ${SWATCH}`} aria-hidden="true" />
        {t("glossary:states.unknown")}
      </span>
      <span className="flex items-center gap-[0.3em] whitespace-nowrap">
        <TriangleAlert className="size-[1em] shrink-0 text-hint" aria-hidden="true" />
        {t("slideshow.abnormal")}
      </span>
    </p>
  );
}
