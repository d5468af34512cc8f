/** Where a popover stands at its button: below or above it, or, where it fits on neither side, over it. Pure; pixels. */

const GAP = 4;
const EDGE = 8;
/** With less room below, a panel of which nobody knows how high it is opens to the side that has more. */
const ROOM = 240;

export type PopoverPlace = {
  /** From the window's edge of that name. */
  top: number | null;
  bottom: number | null;
  maxHeight: number;
};

/** Whether it is known that the panel fits on a side. */
const canTell = (wanted: number, ...rooms: number[]): boolean =>
  wanted > 0 && rooms.some((room) => wanted <= room);

/** `wanted`: the height of all that is in it; 0 before it is shown. */
export function planPlace(
  at: { top: number; bottom: number },
  windowHeight: number,
  wanted: number,
): PopoverPlace {
  const [below, above] = [windowHeight - at.bottom - GAP - EDGE, at.top - GAP - EDGE];
  const whole = windowHeight - 2 * EDGE;
  if (wanted > Math.max(below, above) && wanted <= whole)
    return { top: Math.max(EDGE, windowHeight - EDGE - wanted), bottom: null, maxHeight: whole };
  const isBelow = canTell(wanted, above, below)
    ? wanted <= below
    : below >= ROOM - GAP - EDGE || below >= above;
  return {
    top: isBelow ? at.bottom + GAP : null,
    bottom: isBelow ? null : windowHeight - at.top + GAP,
    maxHeight: Math.floor(isBelow ? below : above),
  };
}
