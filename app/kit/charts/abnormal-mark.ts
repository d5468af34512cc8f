/** Marks on a line where a reading was abnormal: by how much of what is behind it was. */

export const MARK_PX = 4;
/** Bounds that leave one value in a thousand out on either side mark a little of nearly any longer bucket. */
export const LEAST_SHARE = 0.05;

/** How a mark looks: below LEAST_SHARE as a faint point. */
export function markOf(share: number): { size: number; alpha: number } {
  if (share < LEAST_SHARE) return { size: 1.5, alpha: 0.35 };
  const size = Math.max(2.5, MARK_PX * Math.sqrt(share));
  return { size, alpha: 0.55 + 0.45 * share };
}
