import { sql, type SQL, type SQLWrapper } from "drizzle-orm";

/** More kinds of letters than an alphabet has; each is a call around a call, of which D1 takes a hundred. */
const MAX_FOLDED = 60;

/**
 * Whether a text holds another, to the letter but for case, of é, ñ and Ü too. Not LIKE: that has wildcards, D1 refuses its
 * patterns beyond 50 bytes, and like lower() it knows the case of ASCII alone; so the capitals of other letters that are
 * looked for are replaced.
 */
export function holdsText(column: SQLWrapper, text: string): SQL {
  let folded = sql`lower(${column})`;
  const letters = new Set(text.toLowerCase().match(/[^\0-\x7f]/gu));
  for (const letter of [...letters].filter((each) => capitalOf(each) !== null).slice(0, MAX_FOLDED))
    folded = sql`replace(${folded}, ${charOf(capitalOf(letter)!)}, ${charOf(letter)})`;
  return sql`instr(${folded}, ${text.toLowerCase()}) > 0`;
}

/** null where there is none, or it is no single letter (ß). */
function capitalOf(letter: string): string | null {
  const capital = letter.toUpperCase();
  return capital === letter || [...capital].length > 1 ? null : capital;
}

/** By number: a statement has at most a hundred parameters. */
const charOf = (letter: string): SQL => sql.raw(`char(${letter.codePointAt(0)})`);
