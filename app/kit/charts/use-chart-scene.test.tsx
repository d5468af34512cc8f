import { expect, it, vi } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import { createChartLink, type ChartLink } from "./chart-link.tsx";
import { MIN_LEFT_PX } from "./layout.ts";
import { useChartScene, type ChartScene } from "./use-chart-scene.ts";

vi.mock("./use-chart-colors.ts", async (original) => ({
  ...(await original<typeof import("./use-chart-colors.ts")>()),
  useChartColors: () => ({}),
}));

const range = { startMs: 0, endMs: 60_000 };

async function leftOf(link: ChartLink, isSmall: boolean) {
  let drawn: ChartScene | undefined;
  function Chart() {
    drawn = useChartScene(
      {
        ...{ series: [], hidden: new Set<string>(), view: range, range, timezone: "UTC" },
        ...{ height: 160, isSmall, fromZero: true, valueRange: undefined },
        ...{ running: null, marks: null, spans: null, annotations: null },
      },
      340,
      null,
      link,
    );
    return <p>{drawn.scene.layout.left}</p>;
  }
  const left = Number(readText(await draw(<Chart />)));
  return { left, onLabelsWider: drawn!.onLabelsWider };
}

it("small charts that are linked begin at one place: where the widest labels end", async () => {
  const link = createChartLink();
  const { left, onLabelsWider } = await leftOf(link, true);
  expect(left).toBe(MIN_LEFT_PX);
  onLabelsWider(77);
  onLabelsWider(61);
  expect((await leftOf(link, true)).left).toBe(77);
  expect((await leftOf(createChartLink(), true)).left).toBe(MIN_LEFT_PX);
});

it("a chart that has its page's width keeps its own place", async () => {
  const link = createChartLink();
  link.leftPx.set(77);
  expect((await leftOf(link, false)).left).toBe(MIN_LEFT_PX);
});
