/**
 * How quickly ten thousand points with a band are drawn and zoomed, by the kit's own canvas code, by Chart.js and by uPlot,
 * in headless Chromium with its software rasterizer, beside a floor: one bare path through the points. And what each weighs.
 */
import { parseArgs } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { requireChromium } from "#scripts/chromium.mjs";
import type { Kind, Measured } from "#app/kit/charts/testing/chart-page.ts";

export const about =
  "charts: 10,000 points drawn and zoomed by the kit, Chart.js and uPlot, beside a bare path";

const KINDS: readonly Kind[] = ["floor", "kit", "chartJs", "uplot"];
/** What the product would load for each. */
const SOURCES: Partial<Record<Kind, string>> = {
  kit: `export { default } from "./app/kit/charts/time-canvas.tsx"`,
  chartJs: `import { Chart, Filler, LineController, LineElement, LinearScale, PointElement, Tooltip } from "chart.js"; Chart.register(Filler, LineController, LineElement, LinearScale, PointElement, Tooltip); export { Chart }`,
  uplot: `export { default } from "uplot"`,
};
const SHARED = [
  "react",
  "react-dom",
  "react-i18next",
  "@remix-run/react",
  "lucide-react",
  "#app/components/*",
  "#app/domain/*",
];

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      points: { type: "string", default: "10000" },
      frames: { type: "string", default: "120" },
    },
  });
  const [points, frames] = [Number(values.points), Number(values.frames)];
  if (!(points >= 2 && points <= 1_000_000) || !(frames >= 10 && frames <= 2_000))
    throw new Error("--points takes 2 to 1,000,000, --frames 10 to 2,000");
  const script = await bundle(`import "./app/kit/charts/testing/chart-page.ts"`, []);
  const browser = await chromium.launch({
    executablePath: await requireChromium(),
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  try {
    console.log(`${points} points, ${frames} frames of zoom`);
    console.log("drawn by    draw ms (median)  frames/s  longest frame ms  KB brotli");
    for (const kind of KINDS) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 400 } });
      await page.setContent("<body></body>");
      await page.addScriptTag({ content: script });
      const measured = await page.evaluate(
        ([name, count, most]) =>
          (window as unknown as { measure: (...told: unknown[]) => Promise<Measured> }).measure(
            name,
            count,
            most,
          ),
        [kind, points, frames] as const,
      );
      await page.close();
      const source = SOURCES[kind];
      const weight = source === undefined ? "" : await weightOf(source);
      console.log(
        kind.padEnd(12) +
          measured.drawMs.toFixed(1).padStart(16) +
          measured.framesPerSecond.toFixed(1).padStart(10) +
          measured.longestFrameMs.toFixed(1).padStart(18) +
          weight.padStart(11),
      );
    }
  } finally {
    await browser.close();
  }
}

async function bundle(contents: string, external: string[]): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: `${import.meta.dirname}/..`, loader: "ts" },
    bundle: true,
    minify: true,
    format: external.length === 0 ? "iife" : "esm",
    target: "es2022",
    jsx: "automatic",
    external,
    write: false,
  });
  return outputFiles[0]!.text;
}

const weightOf = async (source: string): Promise<string> =>
  (brotliCompressSync(await bundle(source, SHARED)).length / 1024).toFixed(1);
