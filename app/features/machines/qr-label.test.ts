import { expect, test } from "vitest";
import { qrLabel } from "./qr-label.server.ts";

test("a label has its code, name and serial number, and nothing of a name is markup", () => {
  const svg = qrLabel({
    url: "https://helios.test/machines/7",
    name: `<script>"Feeder" & Co`,
    serialNumber: "SUN625-1187",
  });
  expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 (\d+) \d+"/);
  expect(svg).toContain("&lt;script&gt;&quot;Feeder&quot; &amp; Co</text>");
  expect(svg).not.toContain("<script");
  expect(svg).toContain(">SUN625-1187</text>");
  expect(svg).not.toBe(
    qrLabel({ url: "https://helios.test/machines/8", name: "", serialNumber: "SUN625-1187" }),
  );
});
