/** Runs in the browser of bench/charts.ts: the same ten thousand points drawn by each, with the pixels waited for. */
import { Chart, Filler, LineController, LineElement, LinearScale, PointElement } from "chart.js";
import uPlot from "uplot";
import { layOut } from "#app/kit/charts/layout.ts";
import { paintChart } from "#app/kit/charts/paint.ts";
import type { ChartSeries, ChartView } from "#app/kit/charts/types.ts";

const [WIDTH, HEIGHT] = [1200, 320];
type Drawing = (view: ChartView) => CanvasRenderingContext2D;
type Data = { x: number[]; mean: number[]; low: number[]; high: number[]; whole: ChartView };

function dataOf(points: number): Data {
  const x = Array.from({ length: points }, (_, index) => index * 1_000);
  const mean = x.map(
    (_, index) => 180 + 40 * Math.sin(index / 300) + 8 * Math.sin(index * 12.9898),
  );
  return {
    x,
    mean,
    low: mean.map((value) => value - 12),
    high: mean.map((value) => value + 12),
    whole: { startMs: 0, endMs: points * 1_000 },
  };
}

function canvasOf(): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  document.body.replaceChildren(canvas);
  return canvas.getContext("2d")!;
}

/** One path through every point, without axes or band: what any chart costs at least. */
function floor({ x, mean }: Data): Drawing {
  const context = canvasOf();
  return ({ startMs, endMs }) => {
    context.clearRect(0, 0, WIDTH, HEIGHT);
    context.beginPath();
    for (let index = 0; index < x.length; index++)
      context.lineTo(((x[index]! - startMs) / (endMs - startMs)) * WIDTH, HEIGHT - mean[index]!);
    context.stroke();
    return context;
  };
}

function kit({ x, mean, low, high }: Data): Drawing {
  const context = canvasOf();
  const series: ChartSeries[] = [
    {
      key: "a",
      title: "A",
      unit: "rpm",
      shape: "line",
      joinMs: 60_000,
      text: String,
      points: x.map((timeMs, index) => ({
        timeMs,
        value: mean[index]!,
        min: low[index]!,
        max: high[index]!,
        lower: null,
        upper: null,
        isAbnormal: false,
      })),
    },
  ];
  const none = { hasMarks: false, hasStates: false, hasSpans: false };
  const layout = layOut(series, { width: WIDTH, height: HEIGHT, left: 60, ...none });
  const colors = {
    series: ["#24618e"],
    grid: "#e1e6eb",
    axis: "#c5cdd6",
    text: "#647180",
    ink: "#12181f",
    card: "#fff",
    abnormal: "#7a3fc9",
    running: "#1f9a61",
    idle: "#d3dae1",
    idleWash: "#edf0f3",
    note: "#f5a524",
    ring: "#b86e00",
    font: "12px sans-serif",
  };
  return (view) => {
    const usual = { layout, series, colors, view, hidden: new Set<string>(), running: [] };
    paintChart(context, { ...usual, fromZero: false, ticks: [], number: (value) => String(value) });
    return context;
  };
}

function chartJs({ x, mean, low, high, whole }: Data): Drawing {
  Chart.register(LineController, LineElement, PointElement, LinearScale, Filler);
  const context = canvasOf();
  const points = (values: number[]) => values.map((y, index) => ({ x: x[index]!, y }));
  const line = { pointRadius: 0, borderWidth: 1.5, borderColor: "#24618e" };
  const band = { ...line, borderWidth: 0, backgroundColor: "#24618e2e" };
  const chart = new Chart(context, {
    type: "line",
    data: {
      datasets: [
        { ...band, data: points(high), fill: "+1" },
        { ...band, data: points(low), fill: false },
        { ...line, data: points(mean), fill: false },
      ],
    },
    options: {
      animation: false,
      responsive: false,
      parsing: false,
      normalized: true,
      scales: { x: { type: "linear", min: whole.startMs, max: whole.endMs } },
    },
  });
  return ({ startMs, endMs }) => {
    Object.assign(chart.options.scales!["x"]!, { min: startMs, max: endMs });
    chart.update("none");
    return context;
  };
}

function uplot({ x, mean, low, high }: Data): Drawing {
  document.body.replaceChildren();
  const chart = new uPlot(
    {
      width: WIDTH,
      height: HEIGHT,
      legend: { show: false },
      scales: { x: { time: false } },
      bands: [{ series: [2, 1], fill: "#24618e2e" }],
      series: [
        {},
        { stroke: "#24618e2e" },
        { stroke: "#24618e2e" },
        { stroke: "#24618e", width: 1.5 },
      ],
    },
    [x, low, high, mean],
    document.body,
  );
  return ({ startMs, endMs }) => {
    chart.batch(() => chart.setScale("x", { min: startMs, max: endMs }));
    return chart.ctx;
  };
}

const KINDS = { floor, kit, chartJs, uplot };
export type Kind = keyof typeof KINDS;
export type Measured = { drawMs: number; framesPerSecond: number; longestFrameMs: number };

/** Of whole draws the median; then so many frames, each nearer than the one before. */
async function measure(kind: Kind, points: number, frames: number): Promise<Measured> {
  const data = dataOf(points);
  const draw = KINDS[kind](data);
  const times: number[] = [];
  for (let round = 0; round < 25; round++) {
    const began = performance.now();
    const { width } = draw({ startMs: round, endMs: data.whole.endMs }).getImageData(0, 0, 1, 1);
    if (width === 1 && round >= 5) times.push(performance.now() - began);
    await new Promise((done) => setTimeout(done));
  }
  const frame = () => new Promise<number>((done) => requestAnimationFrame(done));
  const stamps = [await frame()];
  for (let step = 1; step <= frames; step++) {
    const share = 0.5 ** (step / frames) / 2;
    const middle = data.whole.endMs / 2;
    draw({ startMs: middle * (1 - share), endMs: middle * (1 + share) });
    stamps.push(await frame());
  }
  const gaps = stamps.slice(1).map((stamp, index) => stamp - stamps[index]!);
  return {
    drawMs: times.sort((a, b) => a - b)[times.length >> 1]!,
    framesPerSecond: (frames * 1_000) / (stamps.at(-1)! - stamps[0]!),
    longestFrameMs: Math.max(...gaps),
  };
}

Object.assign(window, { measure });
