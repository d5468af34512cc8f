/** Drives the jobs Worker's cron triggers; workerd has no clock of its own. Fields: `*`, a step of n, numbers, lists. */
export function cronMatches(expression: string, date: Date): boolean {
  const values = [
    date.getUTCMinutes(),
    date.getUTCHours(),
    date.getUTCDate(),
    date.getUTCMonth() + 1,
    date.getUTCDay(),
  ];
  const fields = expression.trim().split(/\s+/);
  return (
    fields.length === 5 &&
    fields.every((field, index) => fieldMatches(field, values[index] as number))
  );
}

function fieldMatches(field: string, value: number): boolean {
  return field.split(",").some((part) => {
    const step = /^\*(?:\/(\d+))?$/.exec(part);
    if (step) return value % Number(step[1] ?? 1) === 0;
    return Number(part) === value;
  });
}

/** Calls `fire` for each expression that matches, once a minute. Answers the stop. */
export function startCron(expressions: string[], fire: (expression: string) => void): () => void {
  let timer: NodeJS.Timeout;
  const arm = (): void => {
    timer = setTimeout(
      () => {
        const now = new Date();
        for (const expression of expressions) if (cronMatches(expression, now)) fire(expression);
        arm();
      },
      60_000 - (Date.now() % 60_000) + 50,
    );
  };
  arm();
  return () => clearTimeout(timer);
}
