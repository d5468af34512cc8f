/** What the canvases of time and of XY charts share: how wide they are, how fine, and the way back from a zoom. */
import "./texts.ts";
import { RotateCcw } from "lucide-react";
import { useLayoutEffect, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { onPrint } from "#app/components/on-print.ts";
import { Button } from "#app/components/ui/button.tsx";
import { useStored, type ChartLink } from "./chart-link.tsx";

/** How wide the plot's element is, whole px; 0 until it was measured. */
export function usePlotWidth(element: RefObject<HTMLElement>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const node = element.current;
    if (node === null) return;
    const measure = () => setWidth(Math.floor(node.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    // Paper has its own width, and does not wait until a change of it is heard.
    const endPrint = onPrint(measure);
    return () => {
      observer.disconnect();
      endPrint();
    };
  }, [element]);
  return width;
}

/** An emptied canvas of so many px, as fine as the screen or as `scale` says; null where there is nothing to draw on. */
export function canvasOf(
  canvas: HTMLCanvasElement | null,
  { width, height }: { width: number; height: number },
  scale = Math.min(3, window.devicePixelRatio || 1),
): CanvasRenderingContext2D | null {
  if (canvas === null || width === 0) return null;
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
  const context = canvas.getContext("2d");
  if (context === null) return null;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

/** The button back to the whole range, while a part of it is shown. */
export function ResetZoom({
  link,
  plot,
  isSmall,
}: {
  link: ChartLink;
  plot: RefObject<HTMLElement>;
  /** No higher than a line of small text. */
  isSmall: boolean;
}) {
  const { t } = useTranslation();
  if (useStored(link.view) === null) return null;
  const reset = () => {
    link.view.set(null);
    // The button goes: who pressed it goes on in the plot.
    plot.current?.focus({ preventScroll: true });
  };
  if (isSmall)
    return (
      <button
        type="button"
        className="shrink-0 whitespace-nowrap text-ink underline max-lg:finger-line"
        onClick={reset}
      >
        {t("chart.resetZoom")}
      </button>
    );
  return (
    <Button size="small" className="shrink-0 whitespace-nowrap" onClick={reset}>
      <RotateCcw className="size-4 text-ink-faint" aria-hidden="true" />
      {t("chart.resetZoom")}
    </Button>
  );
}
