import { expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import { LifeLeftText } from "./life-left-text.tsx";

const read = async (left: number | null, cutoff: number, locale: "en" | "es" = "en") =>
  readText(await draw(<LifeLeftText left={left} cutoff={cutoff} />, locale));

it("life left stands beside the share at which the work is due", async () => {
  expect(await read(28.4, 30)).toBe("28% left, due at 30%28% (30%)");
  expect(await read(28, 12.5)).toContain("due at 12.5%");
  expect(await read(28, 30, "es")).toBe("vida 28\u00a0%, límite 30\u00a0%28\u00a0% (30\u00a0%)");
});

it("work that is overdue and work that is not yet do not look equally worn", async () => {
  expect(await read(24.7, 25)).toContain("24.7% (25%)");
  expect(await read(25.3, 25)).toContain("25.3% (25%)");
  expect(await read(25.04, 25)).toContain("25.04% (25%)");
  expect(await read(25, 25)).toContain("25% (25%)");
  expect(await read(12.4, 12.5)).toContain("12% (12.5%)");
});

it("where no head stands above it, both are said in words, in two lines if it has no room", async () => {
  const html = await draw(<LifeLeftText left={28.4} cutoff={30} isStacked />);
  const lines = [...html.matchAll(/<span class="slim:block[^>]*>([^<]*)</g)].map(
    ([, text]) => text,
  );
  expect(lines).toEqual(["28% left", "due at 30%"]);
  expect(readText(html)).toContain("28% left, due at 30%");
});

it("what nobody knows is a dash", async () => {
  expect(await read(null, 30)).toBe("–");
});
