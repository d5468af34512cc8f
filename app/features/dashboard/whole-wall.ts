import type { LinkDescriptor } from "@remix-run/cloudflare";

/** Of an element after everything that a wall shows. */
export const WALL_END = "wall-end";

/**
 * For a wall's route: its first page is drawn once it has come whole. A part of it stands elsewhere until the rest
 * has come, and a browser that is busy draws parts. Chromium waits until the element begins. Source: HTML, link type
 * "expect".
 */
export const drawnWhole = {
  rel: "expect",
  href: `#${WALL_END}`,
  blocking: "render",
} as LinkDescriptor;
