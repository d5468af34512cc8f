/** NUL and the other characters below the space that no text of a person has; tabs and line breaks are text. */
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/** Whether any text in a value made of JSON (its keys too) has one. */
export function hasControlCharacters(value: unknown): boolean {
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === "string" && CONTROLS.test(next)) return true;
    if (typeof next !== "object" || next === null) continue;
    if (Array.isArray(next)) {
      for (const held of next as unknown[]) left.push(held);
      continue;
    }
    for (const key of Object.keys(next)) {
      if (CONTROLS.test(key)) return true;
      left.push((next as Record<string, unknown>)[key]);
    }
  }
  return false;
}
