/** How many machines have the wall: where no slide has more than one or two, they have more room. */
export type WallRows = 1 | 2 | 3;

/** Letters that a line of a name holds, of each size: that has the row's width, that stands beside the state, and that has a column. */
const NAME_LETTERS: Record<WallRows, { name: number; long: number }> = {
  1: { name: 32, long: 46 },
  2: { name: 18, long: 25 },
  3: { name: 22, long: 33 },
};
/** The width of a mark and its number beside a name: the bell, and that of overdue work. */
const MARK_LETTERS = 3;

type NameSize = {
  /** Written smaller. */
  isLong: boolean;
  /** It has more than one line. */
  isBroken: boolean;
  className: string;
};

/** Hundredths of a name's full size, in classes: a page that comes from the server carries no style attribute. */
const SCALE_STEP = 5;
const SCALES: Record<number, string> = {
  95: "[--wall-name-scale:0.95]",
  90: "[--wall-name-scale:0.9]",
  85: "[--wall-name-scale:0.85]",
  80: "[--wall-name-scale:0.8]",
  75: "[--wall-name-scale:0.75]",
  70: "[--wall-name-scale:0.7]",
  65: "[--wall-name-scale:0.65]",
};

/** A longer name is written smaller, by hardly more than one line asks for; from there on it has two lines, and a very long one three small ones. */
export function nameSize(
  { length }: string,
  { rows, marks }: { rows: WallRows; marks: number },
): NameSize {
  const line = NAME_LETTERS[rows];
  const letters = length + marks * MARK_LETTERS;
  const broken = { isLong: true, isBroken: true };
  if (letters > 2 * line.long) return { ...broken, className: "line-clamp-3 wall-label" };
  if (letters > line.long) return { ...broken, className: "line-clamp-2 wall-name-long" };
  const className = "line-clamp-2 wall-name";
  if (letters <= line.name) return { isLong: false, isBroken: false, className };
  const scale = Math.floor((100 * line.name) / letters / SCALE_STEP) * SCALE_STEP;
  return { isLong: true, isBroken: false, className: `${className} ${SCALES[scale]}` };
}
