/** An event as tables show it. */
export type EventRow = {
  id: number;
  name: string;
  startAt: number;
  endAt: number;
  /** null: no downtime. */
  downtimeMs: number | null;
  /** The person or the sampler that reported it. */
  author: string | null;
};
