import { encode } from "uqr";

/** Modules around the code, of which scanners want four. */
const BORDER = 4;
const TEXT_HEIGHT = 9;
const MOST_LETTERS = 28;

/** A label for a machine as SVG: the code of the address, and below it the name and serial number. */
export function qrLabel(label: { url: string; name: string; serialNumber: string }): string {
  const { data, size } = encode(label.url, { ecc: "M", border: BORDER });
  const dark = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  const line = (text: string, y: number, height: number, weight: number) =>
    `<text x="${size / 2}" y="${size + y}" font-size="${height}" font-weight="${weight}" text-anchor="middle">${escapeXml(text.slice(0, MOST_LETTERS))}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size + TEXT_HEIGHT}" font-family="sans-serif">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<path d="${dark}" fill="#000" shape-rendering="crispEdges"/>`,
    line(label.name, 1, 2.6, 700),
    line(label.serialNumber, 4.4, 2.2, 400),
    "</svg>",
  ].join("");
}

const XML: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => XML[sign] ?? sign);
