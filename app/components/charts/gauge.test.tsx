import { expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import { Gauge } from "./gauge.tsx";

const ARC = /<path [^>]*pathLength[^>]*>/;
const arcOf = async (value: number | null, band: "poor" | "none") =>
  ARC.exec(await draw(<Gauge label="Uptime" value={value} band={band} />))?.[0];

it("shows its colour at nothing too, and none without a value", async () => {
  expect(await arcOf(0, "poor")).toMatch(/stroke-dasharray="0\.01 .*stroke-alarm/);
  expect(await arcOf(0.5, "poor")).toMatch(/stroke-dasharray="140 .*stroke-alarm/);
  expect(await arcOf(null, "none")).toBeUndefined();
});

it("does not say that there is no value while it is being read", async () => {
  const busy = <Gauge label="Uptime" value={null} band="none" reason="Loading…" busy />;
  expect(readText(await draw(busy))).not.toContain("No value");
  expect(await draw(busy)).toContain('aria-label="Uptime: Loading…"');
});

it("says a missing value as numbers everywhere do, and in words to those who listen", async () => {
  const none = await draw(<Gauge label="Uptime" value={null} band="none" />);
  expect(readText(none)).toContain("–");
  expect(readText(none)).not.toContain("--");
  expect(none).toContain('aria-label="Uptime: No value"');
  const why = await draw(<Gauge label="Uptime" value={null} band="none" reason="No readings" />);
  expect(why).toContain('aria-label="Uptime: No readings"');
});
