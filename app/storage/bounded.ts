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
