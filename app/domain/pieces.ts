/**
 * Long work in pieces of a few milliseconds: whoever runs it may let others have a turn after each. What it answers does not
 * depend on that.
 */
export type Pieces<T> = Generator<void, T, void>;

export function atOnce<T>(work: Pieces<T>): T {
  for (;;) {
    const piece = work.next();
    if (piece.done) return piece.value;
  }
}
