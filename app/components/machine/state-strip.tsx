import { useId } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { stateShares, type StateSpan } from "#app/domain/metrics/spans.ts";
import type { MachineState } from "#app/domain/metrics/states.ts";

export const FILLS: Record<MachineState, string> = {
  running_and_feeding: "fill-(--strip-feeding)",
  running: "fill-(--strip-running)",
  ready: "fill-(--strip-ready)",
  ready_in_setup: "fill-(--strip-ready)",
  ready_to_run: "fill-(--strip-ready)",
  not_ready: "fill-(--strip-not-ready)",
  off: "fill-(--strip-off)",
  unknown: "",
};

/** Height carries the state too: the strip reads without colour. */
export const LEVELS: Record<MachineState, number> = {
  running_and_feeding: 1,
  running: 0.8,
  ready: 0.6,
  ready_in_setup: 0.6,
  ready_to_run: 0.6,
  not_ready: 0.6,
  off: 0.3,
  unknown: 1,
};

const WIDTH = 480;
const HEIGHT = 10;
/** The shortest stop is seen. */
const MIN_WIDTH = 0.75;

/** A path per state: a long day has hundreds of spans, and an element for each would be most of the page. */
export function stripPaths(spans: readonly StateSpan[]): Map<MachineState, string> {
  const startMs = spans[0]?.startMs ?? 0;
  const lengthMs = (spans.at(-1)?.endMs ?? 1) - startMs;
  const paths = new Map<MachineState, string>();
  for (const span of spans) {
    const height = HEIGHT * LEVELS[span.state];
    const x = round(((span.startMs - startMs) / lengthMs) * WIDTH);
    const width = Math.max(MIN_WIDTH, round(((span.endMs - span.startMs) / lengthMs) * WIDTH));
    paths.set(
      span.state,
      `${paths.get(span.state) ?? ""}M${x} ${HEIGHT}v${-height}h${width}v${height}z`,
    );
  }
  return paths;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** In the place of a strip that could not be read: no states, and no "unknown" either. */
export const UnreadStrip = ({ className }: { className: string }) => (
  <div className={cx("rounded-full border border-dashed border-line-strong", className)} />
);

/** The states of a window as one thin band; unknown is hatched. `name` says of which window, the last eight hours unless told. */
export function StateStrip({
  spans,
  name,
  className,
}: {
  spans: readonly StateSpan[];
  name?: string;
  className?: string;
}) {
  const { t } = useTranslation(["common", "glossary"]);
  const formats = useFormats();
  const hatch = useId();
  const known = stateShares(spans).filter(({ state }) => state !== "unknown");
  const words = known.map(({ state, share }) =>
    t("machine.stripShare", {
      state: t(`glossary:states.${state}`),
      share: formats.percent(share),
    }),
  );
  const label = `${name ?? t("machine.stateStrip")}: ${words.length === 0 ? t("machine.stripEmpty") : words.join(", ")}`;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={className}
      role="img"
      aria-label={label}
    >
      <defs>
        <pattern
          id={hatch}
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="1.250" height="5" className="fill-(--strip-unknown)" />
        </pattern>
      </defs>
      {[...stripPaths(spans)].map(([state, d]) => (
        <path
          key={state}
          d={d}
          className={FILLS[state]}
          {...(state === "unknown" ? { fill: `url(#${hatch})` } : {})}
        />
      ))}
    </svg>
  );
}
