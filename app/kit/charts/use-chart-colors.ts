import { useEffect, useState } from "react";
import { onPrint } from "#app/components/on-print.ts";

export type ChartColors = {
  series: string[];
  grid: string;
  axis: string;
  text: string;
  ink: string;
  card: string;
  abnormal: string;
  running: string;
  idle: string;
  idleWash: string;
  note: string;
  ring: string;
  font: string;
};

/** A canvas knows no CSS variables: read those of the place where it stands, and again when it changes. */
export function useChartColors(host: Element | null): ChartColors {
  const [colors, setColors] = useState(() => readColors(host));
  useEffect(() => {
    const refresh = () => setColors(readColors(host));
    refresh();
    const observer = new MutationObserver(refresh);
    observer.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ["data-theme"],
    });
    // Paper is light.
    const media = ["(prefers-color-scheme: dark)", "print"].map((query) =>
      window.matchMedia(query),
    );
    for (const each of media) each.addEventListener("change", refresh);
    const endPrint = onPrint(refresh);
    return () => {
      observer.disconnect();
      endPrint();
      for (const each of media) each.removeEventListener("change", refresh);
    };
  }, [host]);
  return colors;
}

export function readColors(host: Element | null): ChartColors {
  const style = getComputedStyle(host ?? document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    series: [1, 2, 3, 4, 5].map((each) => token(`series-${each}`)),
    grid: token("line"),
    axis: token("line-strong"),
    text: token("ink-faint"),
    ink: token("ink"),
    card: token("card"),
    abnormal: token("hint"),
    running: token("strip-feeding"),
    idle: token("strip-off"),
    idleWash: token("idle-wash"),
    note: token("accent"),
    ring: token("ring"),
    font: `12px ${getComputedStyle(document.body).fontFamily}`,
  };
}

/** Up to five hues, then the same again with other dashes; within a panel no two look alike. */
const DASHES: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [10, 3, 2, 3], [1, 4]];
export const hueOf = (colors: Pick<ChartColors, "series">, index: number): string =>
  colors.series[index % colors.series.length] ?? "currentColor";
export const dashOf = (index: number): readonly number[] =>
  DASHES[(index + Math.floor(index / 5)) % DASHES.length]!;

/** Of a kind of fitted line in an XY chart: the points have the first hue, each kind one of the others, and a dash. */
export const fitStroke = (kind: number): { hue: number; dash: readonly number[] } => ({
  hue: kind + 1,
  dash: dashOf(kind),
});
