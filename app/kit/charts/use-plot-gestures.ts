import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from "react";
import type { ChartLink } from "./chart-link.tsx";
import type { ChartView } from "./types.ts";
import { clampView, panBy, pinchView, zoomAround } from "./zoom.ts";

/** Less than this is a click. */
const DRAG_PX = 5;
const KEY_FACTOR = 0.5;
const PAN_SHARE = 0.1;
const PAGE_STOPS = 10;

type Options = {
  element: RefObject<HTMLElement>;
  link: ChartLink;
  whole: ChartView;
  view: ChartView;
  /** Of the plot within the element. */
  plot: { left: number; right: number };
  /** Times that the crosshair stops at, ascending. */
  stops: readonly number[];
};

type Touch = { x: number; y: number };
type Pinch = { began: ChartView; from: [number, number] };
export type Selection = { from: number; to: number };

/**
 * Mouse: move to read, drag to zoom, double click to show all, wheel with Ctrl to zoom. Touch: one finger reads, or moves what is
 * zoomed; two zoom. Keys: arrows read, with Shift they move; plus and minus zoom; 0 and Escape show all.
 */
export function usePlotGestures(options: Options) {
  const { element, link, whole, view, plot, stops } = options;
  const latest = useRef(options);
  latest.current = options;
  const [selection, setSelection] = useState<Selection | null>(null);
  const touches = useRef(new Map<number, Touch>());
  const pinch = useRef<Pinch | null>(null);
  const dragged = useRef<{ fromX: number; lastX: number } | null>(null);

  const width = plot.right - plot.left;
  const timeAt = (x: number) =>
    view.startMs + ((x - plot.left) / width) * (view.endMs - view.startMs);
  const show = (next: ChartView | null) => link.view.set(next);
  const xOf = (event: { clientX: number }) =>
    event.clientX - (element.current?.getBoundingClientRect().left ?? 0);
  const readAt = (x: number) => link.crosshairMs.set(nearest(stops, timeAt(x)));

  // React listens to wheel passively: the page would scroll too.
  useEffect(() => {
    const node = element.current;
    if (node === null) return;
    const onWheel = (event: WheelEvent) => {
      const { view: seen, whole: all, plot: at } = latest.current;
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const share =
        (event.clientX - node.getBoundingClientRect().left - at.left) / (at.right - at.left);
      const atMs = seen.startMs + share * (seen.endMs - seen.startMs);
      latest.current.link.view.set(
        zoomAround(seen, all, { atMs, factor: Math.exp(event.deltaY / 200) }),
      );
    };
    node.addEventListener("wheel", onWheel, { passive: false });
    return () => node.removeEventListener("wheel", onWheel);
  }, [element]);

  function onPointerDown(event: PointerEvent) {
    const x = xOf(event);
    if (event.pointerType === "mouse" && event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    if (event.pointerType === "touch") {
      touches.current.set(event.pointerId, { x, y: event.clientY });
      const [a, b] = [...touches.current.values()];
      pinch.current = a && b ? { began: view, from: [a.x - plot.left, b.x - plot.left] } : null;
    }
    dragged.current = { fromX: x, lastX: x };
    if (event.pointerType === "touch") readAt(x);
  }

  function onPointerMove(event: PointerEvent) {
    const x = xOf(event);
    const drag = dragged.current;
    if (event.pointerType === "touch" && drag !== null) return moveTouch(event.pointerId, x, drag);
    readAt(x);
    if (drag === null || Math.abs(x - drag.fromX) < DRAG_PX) return;
    setSelection({ from: clampX(drag.fromX), to: clampX(x) });
  }

  function moveTouch(id: number, x: number, drag: { fromX: number; lastX: number }) {
    const held = touches.current.get(id);
    if (held) held.x = x;
    const [a, b] = [...touches.current.values()];
    if (pinch.current !== null && a && b) {
      const to: [number, number] = [a.x - plot.left, b.x - plot.left];
      return show(pinchView(pinch.current.began, whole, { from: pinch.current.from, to, width }));
    }
    const isZoomed = view.endMs - view.startMs < whole.endMs - whole.startMs;
    if (isZoomed) {
      const byMs = ((drag.lastX - x) / width) * (view.endMs - view.startMs);
      show(panBy(view, whole, byMs));
    } else readAt(x);
    drag.lastX = x;
  }

  function onPointerUp(event: PointerEvent) {
    touches.current.delete(event.pointerId);
    pinch.current = null;
    const drag = dragged.current;
    dragged.current = null;
    setSelection(null);
    if (drag === null || event.pointerType === "touch" || event.type === "pointercancel") return;
    const [from, to] = [clampX(drag.fromX), clampX(xOf(event))].sort((a, b) => a - b);
    if (to! - from! < DRAG_PX) return;
    show(clampView({ startMs: timeAt(from!), endMs: timeAt(to!) }, whole));
  }

  const clampX = (x: number) => Math.min(plot.right, Math.max(plot.left, x));

  function onKeyDown(event: KeyboardEvent) {
    const at = link.crosshairMs.get();
    const index = at === null ? null : nearestIndex(stops, at);
    const go = (to: number) => {
      const timeMs = stops[Math.min(stops.length - 1, Math.max(0, to))] ?? null;
      link.crosshairMs.set(timeMs);
      const length = view.endMs - view.startMs;
      if (timeMs !== null && timeMs < view.startMs) show(panBy(view, whole, timeMs - view.startMs));
      else if (timeMs !== null && timeMs >= view.endMs)
        show(panBy(view, whole, timeMs - view.endMs + length / 100));
    };
    // Nothing is pointed at: each way begins where the view does, the newest value on the right.
    const first = nearestIndex(stops, view.startMs);
    const last = nearestIndex(stops, view.endMs);
    const zoomBy = (factor: number) =>
      show(zoomAround(view, whole, { atMs: at ?? (view.startMs + view.endMs) / 2, factor }));
    const pan = (sign: number) =>
      show(panBy(view, whole, sign * PAN_SHARE * (view.endMs - view.startMs)));
    const acts: Record<string, () => void> = {
      ArrowLeft: () => (event.shiftKey ? pan(-1) : go(index === null ? last : index - 1)),
      ArrowRight: () => (event.shiftKey ? pan(1) : go(index === null ? first : index + 1)),
      PageUp: () => go((index ?? last) - PAGE_STOPS),
      PageDown: () => go((index ?? first) + PAGE_STOPS),
      Home: () => go(0),
      End: () => go(stops.length - 1),
      "+": () => zoomBy(KEY_FACTOR),
      "=": () => zoomBy(KEY_FACTOR),
      "-": () => zoomBy(1 / KEY_FACTOR),
      "0": () => show(null),
      Escape: () => {
        link.crosshairMs.set(null);
        show(null);
      },
    };
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  return {
    selection,
    props: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: (event: PointerEvent) => {
        onPointerUp(event);
        // The finger scrolls the page instead.
        if (event.pointerType === "touch") link.crosshairMs.set(null);
      },
      // What a finger read stays read when it is lifted, until something else is touched.
      onPointerLeave: ({ pointerType }: PointerEvent) =>
        pointerType !== "touch" && dragged.current === null && link.crosshairMs.set(null),
      onDoubleClick: () => show(null),
      onKeyDown,
      onBlur: () => link.crosshairMs.set(null),
    },
  };
}

/** Of ascending times; 0 of none. */
export function nearestIndex(stops: readonly number[], timeMs: number): number {
  let [low, high] = [0, stops.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stops[middle]! < timeMs) low = middle + 1;
    else high = middle;
  }
  const [before, next] = [stops[low - 1], stops[low]];
  if (next === undefined) return Math.max(0, low - 1);
  return before !== undefined && timeMs - before < next - timeMs ? low - 1 : low;
}

const nearest = (stops: readonly number[], timeMs: number): number | null =>
  stops[nearestIndex(stops, timeMs)] ?? null;
