/** Where each part of a time chart lies, in CSS pixels from its top left. */
import type { ChartSeries } from "./types.ts";
import { dashOf } from "./use-chart-colors.ts";

export type Panel = {
  key: string;
  unit: string | null;
  top: number;
  height: number;
  series: number[];
};
export type Lane = { series: number; top: number; height: number };
export type Layout = {
  width: number;
  height: number;
  /** Of the plot. */
  left: number;
  right: number;
  marksTop: number | null;
  panels: Panel[];
  lanes: Lane[];
  stateTop: number | null;
  spansTop: number | null;
  annotationsTop: number | null;
  /** The row of each note, by its key. */
  noteRows: ReadonlyMap<string, number>;
  axisTop: number;
};

type Asked = {
  width: number;
  /** Of the whole chart: panels share what is left; without it each panel has its own height. */
  height?: number | undefined;
  left: number;
  hasMarks: boolean;
  hasStates: boolean;
  hasSpans: boolean;
  /** Without it there are no notes. */
  noteRows?: ReadonlyMap<string, number>;
};

/** Beside the panels, for labels, at least. */
export const MIN_LEFT_PX = 44;
/** Words of states may want more than a phone has: they are cut, and told whole where the crosshair is. Numbers never are. */
const MOST_LEFT_SHARE = 0.25;
/** A number of seven digits has room in the narrowest chart, one of three beside each other on a tablet. */
const NUMBER_LEFT_PX = 80;
/** The room beside the panels of a chart so wide, for labels that want so much; px. */
export const gutterOf = (wantedPx: number, widthPx: number): number =>
  Math.min(wantedPx, Math.max(NUMBER_LEFT_PX, widthPx * MOST_LEFT_SHARE));
export const MARKS_PX = 28;
export const SPANS_PX = 24;
const PANEL_PX = 168;
const STEP_PX = 18;
const LANE_PX = 38;
const STATE_PX = 14;
const GAP_PX = 14;
const AXIS_PX = 22;
/** A panel's unit stands above it. */
const TITLE_PX = 16;
export const RIGHT_PX = 12;
const NO_NOTES: ReadonlyMap<string, number> = new Map();

/** Lines of one unit together, every other series for itself, in the order given. */
export function panelsOf(
  series: readonly ChartSeries[],
): { unit: string | null; series: number[] }[] {
  const panels: { unit: string | null; series: number[]; joins: boolean }[] = [];
  series.forEach(({ shape, unit, isCompared = false, key }, index) => {
    if (shape === "spans") return;
    const joins = shape === "line" && unit !== null;
    // What is compared lies with what it is compared to: their keys begin alike.
    const held = panels.find(
      (panel) =>
        (joins && panel.joins && panel.unit === unit) ||
        (isCompared && panel.series.some((each) => key.startsWith(`${series[each]!.key}:`))),
    );
    if (held !== undefined) held.series.push(index);
    else panels.push({ unit, series: [index], joins });
  });
  return panels;
}

/** Of a series at its place in its panel: what is compared is never a whole line. */
export const dashAt = ({ isCompared = false }: ChartSeries, place: number): readonly number[] =>
  dashOf(isCompared ? place + 2 : place);

/** How each series is dashed, for legends. */
export function dashesOf(series: readonly ChartSeries[]): (readonly number[])[] {
  const dashes = series.map((): readonly number[] => []);
  for (const panel of panelsOf(series))
    panel.series.forEach((index, place) => (dashes[index] = dashAt(series[index]!, place)));
  return dashes;
}

export function layOut(series: readonly ChartSeries[], asked: Asked): Layout {
  const panels = panelsOf(series);
  const lanes = series.flatMap(({ shape }, index) => (shape === "spans" ? [index] : []));
  const isSmall = asked.height !== undefined;
  const { noteRows = NO_NOTES } = asked;
  const notesPx =
    SPANS_PX * [...noteRows.values()].reduce((most, row) => Math.max(most, row + 1), 0);
  const title = isSmall ? 6 : TITLE_PX;
  const below =
    lanes.length * LANE_PX +
    (asked.hasStates ? STATE_PX + 4 : 0) +
    (asked.hasSpans ? SPANS_PX : 0) +
    notesPx +
    AXIS_PX;
  const above = asked.hasMarks ? MARKS_PX : 0;
  const shared = isSmall
    ? Math.max(
        24,
        (asked.height! - above - below - panels.length * title - (panels.length - 1) * GAP_PX) /
          Math.max(1, panels.length),
      )
    : null;
  const heightOf = (panel: { series: number[] }) => {
    if (shared !== null) return shared;
    const first = series[panel.series[0]!]!;
    return first.shape === "steps"
      ? Math.min(PANEL_PX, Math.max(48, (first.codes?.length ?? 2) * STEP_PX))
      : PANEL_PX;
  };
  let y = above;
  const placed = panels.map((panel, index): Panel => {
    y += title + (index > 0 ? GAP_PX : 0);
    const top = y;
    const height = heightOf(panel);
    y += height;
    return { ...panel, key: String(panel.series[0]), top, height };
  });
  const take = (px: number, has: boolean): number | null => {
    if (!has) return null;
    const top = y;
    y += px;
    return top;
  };
  const laid = lanes.map((index) => {
    const top = take(LANE_PX, true)! + TITLE_PX;
    return { series: index, top, height: LANE_PX - TITLE_PX - 4 };
  });
  const stateTop = take(STATE_PX + 4, asked.hasStates);
  const spansTop = take(SPANS_PX, asked.hasSpans);
  const annotationsTop = take(notesPx, notesPx > 0);
  const axisTop = y;
  return {
    width: asked.width,
    height: asked.height ?? axisTop + AXIS_PX,
    left: asked.left,
    right: Math.max(asked.left + 40, asked.width - RIGHT_PX),
    marksTop: asked.hasMarks ? 0 : null,
    panels: placed,
    lanes: laid,
    stateTop: stateTop === null ? null : stateTop + 4,
    spansTop,
    annotationsTop,
    noteRows,
    axisTop,
  };
}
