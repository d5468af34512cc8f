/**
 * Whether a batch was given up because a column that takes no null was given one. A write that must not happen any more
 * gives it one on purpose: D1 has no other way to take a whole batch back.
 */
export function isNullRefused(error: unknown, column: `${string}.${string}`): boolean {
  const text = String(
    error instanceof Error && error.cause instanceof Error ? error.cause.message : error,
  );
  return text.toLowerCase().includes(`not null constraint failed: ${column}`);
}
