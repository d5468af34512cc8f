import { withinMs } from "#app/domain/within.ts";

/** Runs `work` on every item, `limit` at a time. After the first failure nothing further is begun. */
export async function forEachBounded<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items].reverse();
  const lane = async (): Promise<void> => {
    for (let item = queue.pop(); item !== undefined; item = queue.pop()) {
      await work(item).catch((error: unknown) => {
        queue.length = 0;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
}

type Patience = {
  /** Asked at a time. */
  atOnce: number;
  eachMs: number;
  /** For all of them together; who was not asked until then is not asked any more. */
  allMs?: number;
};

/** What `ask` answers, by id; who fails or takes too long is left out. */
export async function answersById<Answer>(
  ids: readonly number[],
  { atOnce, eachMs, allMs }: Patience,
  ask: (id: number) => Promise<Answer>,
): Promise<Map<number, Answer>> {
  const answers = new Map<number, Answer>();
  let isOver = false;
  const all = forEachBounded(ids, atOnce, async (id) => {
    if (isOver) return;
    const answer = await withinMs(eachMs, ask(id));
    if (answer !== null && !isOver) answers.set(id, answer);
  });
  await (allMs === undefined ? all : withinMs(allMs, all));
  isOver = true;
  return answers;
}
