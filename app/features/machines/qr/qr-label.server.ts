import { encode } from "uqr";

/** Modules around the code, of which scanners want four. */
const BORDER = 4;
/** Below the last line of text, in modules. */
const FOOT = 4.6;
/** What stands below the code, in modules; a letter is about two thirds as wide as it is high. */
const NAME = { height: 2.6, step: 3.2, weight: 700 };
const SERIAL = { height: 2.2, step: 2.8, weight: 400 };
const LETTER = 0.65;

/** A label for a machine as SVG: the code of the address, and below it the name and serial number, each whole. */
export function qrLabel(label: { url: string; name: string; serialNumber: string }): string {
  const { data, size } = encode(label.url, { ecc: "M", border: BORDER });
  const dark = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  let y = size + 1 - NAME.step;
  const linesOf = (text: string, { height, step, weight }: typeof NAME) =>
    breakText(text, Math.floor((size - BORDER) / (height * LETTER))).map((line) => {
      y += step;
      return `<text x="${size / 2}" y="${y.toFixed(1)}" font-size="${height}" font-weight="${weight}" text-anchor="middle">${escapeXml(line)}</text>`;
    });
  const texts = [...linesOf(label.name, NAME), ...linesOf(label.serialNumber, SERIAL)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${Math.ceil(y + FOOT)}" font-family="sans-serif">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<path d="${dark}" fill="#000" shape-rendering="crispEdges"/>`,
    ...texts,
    "</svg>",
  ].join("");
}

/** Lines of at most so many letters, broken behind blanks and hyphens, and within what is longer than a line. */
function breakText(text: string, most: number): string[] {
  const parts = text.split(/(?<=[\s-])/).flatMap((part) => {
    const letters = [...part];
    return Array.from({ length: Math.ceil(letters.length / most) }, (_, index) =>
      letters.slice(index * most, (index + 1) * most).join(""),
    );
  });
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && [...(last + part).trimEnd()].length <= most)
      lines[lines.length - 1] = last + part;
    else lines.push(part);
  }
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

const XML: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => XML[sign] ?? sign);
