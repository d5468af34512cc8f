import { cx } from "#app/components/cx.ts";

const HUES = ["text-series-1", "text-series-2", "text-series-3", "text-series-4", "text-series-5"];

/** A piece of a line as a chart draws it, before the line's name: the hue by its place (hueOf), and its dash. */
export const LineSwatch = ({ hue, dash }: { hue: number; dash: readonly number[] }) => (
  <svg
    viewBox="0 0 20 6"
    className={cx("h-1.5 w-5 shrink-0", HUES[hue % HUES.length])}
    aria-hidden="true"
  >
    <line
      x1="0"
      x2="20"
      y1="3"
      y2="3"
      stroke="currentColor"
      strokeWidth="2.500"
      strokeDasharray={dash.join(" ")}
    />
  </svg>
);
