/**
 * Where a text stops being JSON. V8's own message names no position for some faults (NaN, a bare
 * word), so this reads the text again, by RFC 8259 and without recursion, only when parsing failed.
 */
export type JsonFault = { offset: number; line: number; column: number; expected: string };

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const BLANK = /[ \t\n\r]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const QUOTE = 34,
  BACKSLASH = 92,
  FIRST_PRINTABLE = 32;

/** The first fault of a text that JSON.parse refused. Offsets are in UTF-16 units; line and column from 1. */
export function findJsonFault(text: string): JsonFault {
  const open: ("{" | "[")[] = [];
  let at = 0;
  const match = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const take = (character: string): boolean => {
    match(BLANK);
    if (text[at] !== character) return false;
    at += 1;
    return true;
  };
  /** By hand: as one regular expression it overflows the stack at 8 MiB. */
  const takeString = (): boolean => {
    if (text.charCodeAt(at) !== QUOTE) return false;
    for (let end = at + 1; end < text.length; end += 1) {
      const code = text.charCodeAt(end);
      if (code === QUOTE) {
        at = end + 1;
        return true;
      }
      if (code < FIRST_PRINTABLE) return false;
      if (code !== BACKSLASH) continue;
      ESCAPE.lastIndex = end;
      if (!ESCAPE.test(text)) return false;
      end = ESCAPE.lastIndex - 1;
    }
    return false;
  };
  /** A member's name and colon. */
  const name = (): string | null => {
    match(BLANK);
    if (!takeString()) return "a name in double quotes";
    return take(":") ? null : "a colon";
  };
  const faultInValue = (): string | null => {
    for (;;) {
      // A value begins here.
      if (take("{")) {
        if (!take("}")) {
          open.push("{");
          const fault = name();
          if (fault) return fault;
          continue;
        }
      } else if (take("[")) {
        if (!take("]")) {
          open.push("[");
          continue;
        }
      } else if (!match(WORD) && !match(NUMBER) && !takeString()) return "a value";
      // A value ended here: close what it ends, or go on to the next.
      for (;;) {
        const inside = open.at(-1);
        if (inside === undefined) return null;
        if (take(",")) {
          const fault = inside === "{" ? name() : null;
          if (fault) return fault;
          break;
        }
        if (!take(inside === "{" ? "}" : "]"))
          return inside === "{" ? 'a comma or "}"' : 'a comma or "]"';
        open.pop();
      }
    }
  };
  const expected = faultInValue() ?? "the end";
  match(BLANK);
  let line = 1;
  let lineStart = 0;
  for (let end = text.indexOf("\n"); end !== -1 && end < at; end = text.indexOf("\n", end + 1)) {
    line += 1;
    lineStart = end + 1;
  }
  return { offset: at, line, column: at - lineStart + 1, expected };
}
