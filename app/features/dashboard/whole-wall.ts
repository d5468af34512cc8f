import type { LinkDescriptor } from "@remix-run/cloudflare";

/** The id of an empty element after everything that a wall shows. */
export const WALL_END = "wall-end";

/**
 * For a wall's route: the browser draws its first page only when all of it has come. A busy browser would draw what it has,
 * and move it when the rest comes. Chromium waits for the element's start tag, so the element is the wall's last one.
 * Source: HTML, link type "expect".
 */
export const drawnWhole = {
  rel: "expect",
  href: `#${WALL_END}`,
  blocking: "render",
} as LinkDescriptor;
