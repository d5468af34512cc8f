/** What the kit's time chart draws. Times are Unix milliseconds; ranges are inclusive-exclusive. */
export type ChartPoint = {
  timeMs: number;
  /** null: nothing was measured from here on. */
  value: number | string | null;
  /** Of the samples behind a mean. */
  min: number | null;
  max: number | null;
  /** Of the expected values, where something expects. */
  lower: number | null;
  upper: number | null;
  isAbnormal: boolean;
  /** Where only a part of what is behind the value was abnormal: that share, above 0 and below 1. */
  abnormalShare?: number;
  /** Of so many of all that it is made of elsewhere in the window. */
  part?: { counted: number; all: number };
  /** Of a mean over a step: when the step ends; "now": it goes on. */
  ends?: number | "now";
};

/** `line`: numbers; `steps`: codes that hold until the next one, each with a word; `spans`: texts that hold. */
export type SeriesShape = "line" | "steps" | "spans";

export type ChartSeries = {
  key: string;
  title: string;
  /** As printed; lines of one unit share a panel, those without one have a panel each. */
  unit: string | null;
  shape: SeriesShape;
  /** Ascending in time. */
  points: readonly ChartPoint[];
  /** Points further apart than this are not joined, and nothing holds longer. */
  joinMs: number;
  /** A value in words, without its unit. */
  text: (value: number | string | null) => string;
  /** Codes of a `steps` series, lowest first. */
  codes?: readonly number[];
  /** Means of parts of the window, each a dashed level with a mark. */
  levels?: readonly { startMs: number; endMs: number; value: number }[];
  /** Lies behind the others and stands beside them in words: the same measure at another time. */
  isCompared?: boolean;
};

export type ChartView = { startMs: number; endMs: number };

/** An event at its time; `lines` tell it, `to` opens it. */
export type ChartMark = {
  key: string;
  timeMs: number;
  title: string;
  lines: string[];
  to?: string;
};

/** A job: a span with a name, told by `lines`. */
export type ChartSpan = {
  key: string;
  startMs: number;
  endMs: number;
  title: string;
  /** What counts of the title, where there is no room for all of it. */
  short?: string;
  lines: string[];
};

/** What a person noted on a span; `onDelete` where the reader may take it away. */
export type ChartAnnotation = ChartSpan & { onDelete?: () => void };

export type RunningSpan = { startMs: number; endMs: number; isRunning: boolean };
