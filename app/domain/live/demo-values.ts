/** What a superuser's socket in demo mode hears instead of a customer's orders (spec 000 §2, §9). */
import { isOrderMetric, sampleValue } from "#app/domain/demo/sample-orders.ts";
import type { SampleValue } from "#app/domain/series/types.ts";

/**
 * The sample's value of an order metric; null for one that the sample does not have; undefined when the real
 * channel serves: outside of demo mode (`order` null), and for every metric that tells nothing of an order.
 */
export function demoValue(order: number | null, metric: string): SampleValue | null | undefined {
  return order === null || !isOrderMetric(metric) ? undefined : sampleValue(metric, order);
}
