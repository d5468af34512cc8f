/** A canvas for tests that draws nothing and tells where which text went; each letter takes as much room. */
import type { Canvas } from "#app/kit/charts/scene.ts";

export const LETTER_PX = 7;
/** CSS pixels from the canvas's own top left. */
export type Said = { text: string; x: number; y: number; align: CanvasTextAlign };
export type Filled = { x: number; y: number; width: number; height: number; style: string };
export type Stroked = { style: string; dash: readonly number[] };

export function tellingCanvas(): {
  canvas: Canvas;
  said: Said[];
  filled: Filled[];
  stroked: Stroked[];
} {
  const said: Said[] = [];
  const filled: Filled[] = [];
  const stroked: Stroked[] = [];
  let dash: readonly number[] = [];
  const state: Record<string, unknown> = { textAlign: "left" };
  let moved = { x: 0, y: 0 };
  const saved: (typeof moved)[] = [];
  const acts: Record<string, unknown> = {
    measureText: (text: string) => ({ width: text.length * LETTER_PX }),
    fillText: (text: string, x: number, y: number) => {
      const align = state["textAlign"] as CanvasTextAlign;
      said.push({ text, x: x + moved.x, y: y + moved.y, align });
    },
    fillRect: (x: number, y: number, width: number, height: number) => {
      const style = String(state["fillStyle"]);
      filled.push({ x: x + moved.x, y: y + moved.y, width, height, style });
    },
    setLineDash: (dashes: readonly number[]) => (dash = dashes),
    stroke: () => stroked.push({ style: String(state["strokeStyle"]), dash }),
    translate: (x: number, y: number) => (moved = { x: moved.x + x, y: moved.y + y }),
    save: () => saved.push(moved),
    restore: () => (moved = saved.pop() ?? moved),
  };
  const canvas = new Proxy(state, {
    get: (held, name: string) => acts[name] ?? (Object.hasOwn(held, name) ? held[name] : () => {}),
  }) as unknown as Canvas;
  return { canvas, said, filled, stroked };
}

export const plainColors = {
  series: ["#000"],
  grid: "",
  axis: "axis",
  text: "text",
  ink: "ink",
  card: "card",
  abnormal: "",
  running: "",
  idle: "",
  idleWash: "",
  note: "note",
  ring: "",
  font: "12px sans-serif",
};
