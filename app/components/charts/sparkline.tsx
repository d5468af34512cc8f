import { sparkPath } from "./spark-path.ts";

const WIDTH = 120;
const HEIGHT = 32;

/** A small line without axes; decoration beside a number that says the same, so hidden from readers. */
export function Sparkline({
  values,
  max,
  className,
}: {
  values: readonly (number | null)[];
  max?: number;
  className?: string;
}) {
  const { line, area } = sparkPath(values, WIDTH, HEIGHT, max);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={className}
      aria-hidden="true"
    >
      <path d={area} className="fill-series-1 opacity-10" />
      <path
        d={line}
        fill="none"
        className="stroke-series-1"
        strokeWidth="1.500"
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
