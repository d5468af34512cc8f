/** A browser's own words about itself, as a person says them: "Firefox" on "Windows". Names that are not translated. */
type Named = readonly (readonly [name: string, pattern: RegExp])[];

/** The first that fits: browsers claim to be one another, so the rarer comes first. */
const BROWSERS: Named = [
  ["Edge", /\bEdgA?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:(?:Headless)?Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
  ["curl", /^curl\//],
  ["Python", /\bpython\b/i],
  ["Node.js", /^(?:node|undici)\b/i],
];
const SYSTEMS: Named = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["macOS", /\bMac OS X\b|\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
];

export type Device = { browser: string | null; system: string | null };

const nameOf = (names: Named, text: string): string | null =>
  names.find(([, pattern]) => pattern.test(text))?.[0] ?? null;

export const describeUserAgent = (userAgent: string | null): Device => ({
  browser: userAgent === null ? null : nameOf(BROWSERS, userAgent),
  system: userAgent === null ? null : nameOf(SYSTEMS, userAgent),
});
