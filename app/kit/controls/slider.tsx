import { useId } from "react";
import { cx } from "#app/components/cx.ts";

type Common = {
  label: string;
  min: number;
  max: number;
  step?: number;
  /** A value in words, such as "20 %". */
  say: (value: number) => string;
};
type OneProps = Common & { value: number; onChange: (value: number) => void };
type RangeProps = Common & {
  /** Never crossed: the first is at most the second. */
  value: readonly [number, number];
  /** Of the thumbs, for who listens. */
  thumbs: readonly [string, string];
  onChange: (value: [number, number]) => void;
};

/**
 * A number on a line: the browser's own slider, so that arrow, page and home keys, touch and screen readers work.
 *
 *     <Slider label={t("thing.level")} min={0} max={100} value={level} onChange={setLevel} say={formats.percentOf} />
 */
export function Slider({ label, min, max, step = 1, value, say, onChange }: OneProps) {
  const id = useId();
  return (
    <div className="w-full">
      <Head id={id} label={label} value={say(value)} />
      <div className="relative h-11 lg:h-8">
        <Track min={min} max={max} from={min} to={value} />
        <input
          id={id}
          type="range"
          {...{ min, max, step, value }}
          aria-valuetext={say(value)}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          className={THUMB}
        />
      </div>
    </div>
  );
}

/** From one number to another: two thumbs on one line, which do not pass each other. */
export function RangeSlider({
  label,
  min,
  max,
  step = 1,
  value,
  thumbs,
  say,
  onChange,
}: RangeProps) {
  const [from, to] = value;
  const change = (at: 0 | 1, next: number) =>
    onChange(at === 0 ? [Math.min(next, to), to] : [from, Math.max(next, from)]);
  const id = useId();
  return (
    <div className="w-full" role="group" aria-labelledby={id}>
      <Head id={id} label={label} value={`${say(from)} – ${say(to)}`} isGroup />
      <div className="relative h-11 lg:h-8">
        <Track min={min} max={max} from={from} to={to} />
        {([0, 1] as const).map((at) => (
          <input
            key={at}
            type="range"
            {...{ min, max, step }}
            value={value[at]}
            aria-label={thumbs[at]}
            aria-valuetext={say(value[at])}
            onChange={(event) => change(at, event.target.valueAsNumber)}
            // Both at the end: the first one lies on top, or neither could be moved back.
            className={cx(
              THUMB,
              "pointer-events-none",
              at === 0 && from > (min + max) / 2 && "z-10",
            )}
          />
        ))}
      </div>
    </div>
  );
}

function Head({
  id,
  label,
  value,
  isGroup = false,
}: {
  id: string;
  label: string;
  value: string;
  isGroup?: boolean;
}) {
  const Label = isGroup ? "span" : "label";
  return (
    <div className="flex items-baseline justify-between gap-4 text-sm">
      <Label {...(isGroup ? { id } : { htmlFor: id })} className="font-medium">
        {label}
      </Label>
      <output className="text-ink-soft tabular-nums">{value}</output>
    </div>
  );
}

/** As attributes of a drawing: a page carries no style attribute. */
function Track({ min, max, from, to }: { min: number; max: number; from: number; to: number }) {
  const at = (value: number) => ((value - min) / (max - min)) * 100;
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      className="absolute inset-x-2 top-1/2 h-1 w-[calc(100%-1rem)] -translate-y-1/2"
    >
      <rect width="100" height="1" className="fill-line-strong" />
      <rect x={at(from)} width={Math.max(0, at(to) - at(from))} height="1" className="fill-ink" />
    </svg>
  );
}

const THUMB = cx(
  "absolute inset-0 h-full w-full cursor-pointer appearance-none bg-transparent focus-visible:outline-none",
  // For a finger the thumb is as high as the control, around the same circle, which goes the same way.
  "max-lg:-inset-x-1 max-lg:w-[calc(100%+0.5rem)] max-lg:[--thumb-edge:var(--ink-faint)] max-lg:focus-visible:[--thumb-edge:var(--ring)]",
  "[&::-webkit-slider-thumb]:pointer-events-auto [&::-webkit-slider-thumb]:size-5 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border [&::-webkit-slider-thumb]:border-ink-faint [&::-webkit-slider-thumb]:bg-card",
  "lg:focus-visible:[&::-webkit-slider-thumb]:outline-2 lg:focus-visible:[&::-webkit-slider-thumb]:outline-ring",
  "max-lg:[&::-webkit-slider-thumb]:h-11 max-lg:[&::-webkit-slider-thumb]:w-7 max-lg:[&::-webkit-slider-thumb]:rounded-none max-lg:[&::-webkit-slider-thumb]:border-0 max-lg:[&::-webkit-slider-thumb]:bg-transparent max-lg:[&::-webkit-slider-thumb]:bg-[radial-gradient(circle,var(--card)_8.5px,var(--thumb-edge)_9px_10px,transparent_10.5px)]",
  "[&::-moz-range-thumb]:pointer-events-auto [&::-moz-range-thumb]:size-5 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border [&::-moz-range-thumb]:border-ink-faint [&::-moz-range-thumb]:bg-card",
  "lg:focus-visible:[&::-moz-range-thumb]:outline-2 lg:focus-visible:[&::-moz-range-thumb]:outline-ring",
  "max-lg:[&::-moz-range-thumb]:h-11 max-lg:[&::-moz-range-thumb]:w-7 max-lg:[&::-moz-range-thumb]:rounded-none max-lg:[&::-moz-range-thumb]:border-0 max-lg:[&::-moz-range-thumb]:bg-transparent max-lg:[&::-moz-range-thumb]:bg-[radial-gradient(circle,var(--card)_8.5px,var(--thumb-edge)_9px_10px,transparent_10.5px)]",
);
