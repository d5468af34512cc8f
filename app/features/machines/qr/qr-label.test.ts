import { expect, test } from "vitest";
import { qrLabel } from "./qr-label.server.ts";

test("a label has its code, name and serial number, and nothing of a name is markup", () => {
  const svg = qrLabel({
    url: "https://helios.test/machines/7",
    name: `<b>"Feeder" & Co`,
    serialNumber: "SUN625-1187",
  });
  expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 (\d+) \d+"/);
  expect(svg).toContain("&lt;b&gt;&quot;Feeder&quot; &amp; Co</text>");
  expect(svg).not.toContain("<b>");
  expect(svg).toContain(">SUN625-1187</text>");
  expect(svg).not.toBe(
    qrLabel({ url: "https://helios.test/machines/8", name: "", serialNumber: "SUN625-1187" }),
  );
});

test("a long name or serial number stands on several lines, each within the label, and is whole", () => {
  const told = {
    url: "https://helios.test/machines/7",
    name: "Rotary Die Cutter 2 at the north dock",
  };
  const linesOf = (serialNumber: string) => {
    const svg = qrLabel({ ...told, serialNumber });
    const texts = [
      ...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)" font-size="([\d.]+)"[^>]*>([^<]*)</g),
    ];
    const [, width, height] = svg.match(/viewBox="0 0 (\d+) (\d+)"/)!.map(Number);
    for (const [, , y, size, text] of texts) {
      expect(text!.length * Number(size) * 0.65).toBeLessThanOrEqual(width!);
      expect(Number(y)).toBeLessThan(height! - 4);
    }
    return texts.map(([, , , , text]) => text);
  };
  expect(linesOf("MANY-600-LONG-SERIAL-NUMBER-0001")).toEqual([
    "Rotary Die Cutter 2",
    "at the north dock",
    "MANY-600-LONG-SERIAL-",
    "NUMBER-0001",
  ]);
  expect(linesOf("X".repeat(64)).slice(2).join("")).toBe("X".repeat(64));
});
