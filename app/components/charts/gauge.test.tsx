import { expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import { Gauge } from "./gauge.tsx";

const ARC = /<path [^>]*pathLength[^>]*>/;
const arcOf = async (value: number | null) =>
  ARC.exec(await draw(<Gauge label="Uptime" value={value} />))?.[0];

it("shows its colour at nothing too, and none without a value", async () => {
  expect(await arcOf(0)).toMatch(/stroke-dasharray="0\.01 .*stroke-alarm/);
  expect(await arcOf(0.5)).toMatch(/stroke-dasharray="140 .*stroke-\(--strip-not-ready\)/);
  expect(await arcOf(null)).toBeUndefined();
});

it("does not say that there is no value while it is being read", async () => {
  const busy = <Gauge label="Uptime" value={null} reason="Loading…" busy />;
  expect(readText(await draw(busy))).not.toContain("No value");
  expect(await draw(busy)).toContain('aria-label="Uptime: Loading…"');
});

it("says a missing value as numbers everywhere do, and in words to those who listen", async () => {
  const none = await draw(<Gauge label="Uptime" value={null} />);
  expect(readText(none)).toContain("–");
  expect(readText(none)).not.toContain("--");
  expect(none).toContain('aria-label="Uptime: No value"');
  const why = await draw(<Gauge label="Uptime" value={null} reason="No readings" />);
  expect(why).toContain('aria-label="Uptime: No readings"');
});

it("shows a value that is not to be judged without a colour and a word", async () => {
  const html = await draw(<Gauge label="Uptime" value={0} isJudged={false} />);
  expect(html).toContain('aria-label="Uptime: 0%"');
  expect(ARC.exec(html)?.[0]).toContain("stroke-ink-faint");
  expect(readText(html)).not.toMatch(/Poor|No value/);
});
