/** Drives the jobs Worker's cron triggers; workerd has no clock of its own. Fields: `*`, a step of n, numbers, lists. */
import { DAY_MS, MINUTE_MS } from "#app/domain/durations.ts";

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

const DAY_MINUTES = DAY_MS / MINUTE_MS;

const matchesMinute = (expression: string, minute: number): boolean =>
  cronMatches(expression, new Date(minute * MINUTE_MS));

/** Minutes from one that matches to the next that does; a week where that has none. */
function minutesToNext(expression: string, minute: number): number {
  const most = 7 * DAY_MINUTES;
  for (let after = 1; after < most; after++)
    if (matchesMinute(expression, minute + after)) return after;
  return most;
}

type Fired = { minute: number; steadyMs: number };

/**
 * Calls `fire` for each expression that matches, once a minute. What lies in minutes over which the clock was set forward, a
 * day of them at most, is made up for, once; in minutes that come again because it was set back an expression is due only
 * when as much time has passed as lies between two of its own. Answers the stop.
 */
export function startCron(expressions: string[], fire: (expression: string) => void): () => void {
  let timer: NodeJS.Timeout;
  const minuteNow = (): number => Math.floor(Date.now() / MINUTE_MS);
  let looked = minuteNow();
  const lastFired = new Map<string, Fired>();
  const isDue = (expression: string, now: number): boolean => {
    const last = lastFired.get(expression);
    if (last !== undefined && now <= last.minute) {
      const passedMs = performance.now() - last.steadyMs;
      // Half a minute less: the clock was not set at a full one.
      const pauseMs = (minutesToNext(expression, last.minute) - 0.5) * MINUTE_MS;
      return matchesMinute(expression, now) && passedMs >= pauseMs;
    }
    const from = Math.max(Math.min(looked, now - 1), last?.minute ?? 0, now - DAY_MINUTES);
    for (let minute = now; minute > from; minute--)
      if (matchesMinute(expression, minute)) return true;
    return false;
  };
  const arm = (): void => {
    timer = setTimeout(
      () => {
        const now = minuteNow();
        for (const expression of expressions.filter((each) => isDue(each, now))) {
          lastFired.set(expression, { minute: now, steadyMs: performance.now() });
          fire(expression);
        }
        looked = now;
        arm();
      },
      MINUTE_MS - (Date.now() % MINUTE_MS) + 50,
    );
  };
  arm();
  return () => clearTimeout(timer);
}
