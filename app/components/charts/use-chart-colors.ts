import { useEffect, useState } from "react";

type ChartColors = {
  line: string;
  /** Means of parts of the window. */
  level: string;
  band: string;
  grid: string;
  axis: string;
  text: string;
  tooltip: string;
  tooltipText: string;
  font: { family: string; size: number };
};

/** A canvas knows no CSS variables: read those of the place where it stands, and again when it changes. */
export function useChartColors(host: Element | null = null): ChartColors {
  const [colors, setColors] = useState(() => readColors(host));
  useEffect(() => {
    const refresh = () => setColors(readColors(host));
    const observer = new MutationObserver(refresh);
    observer.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ["data-theme"],
    });
    const system = window.matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", refresh);
    return () => {
      observer.disconnect();
      system.removeEventListener("change", refresh);
    };
  }, [host]);
  return colors;
}

function readColors(host: Element | null): ChartColors {
  const style = getComputedStyle(host ?? document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    line: token("series-1"),
    level: token("series-2"),
    band: `${token("series-1")}2e`,
    grid: token("line"),
    axis: token("line-strong"),
    text: token("ink-faint"),
    tooltip: token("ink"),
    tooltipText: token("card"),
    font: { family: getComputedStyle(document.body).fontFamily, size: 12 },
  };
}
