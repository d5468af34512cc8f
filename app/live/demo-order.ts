import { createContext, useContext } from "react";
import { sampleOrder, type OrderFields } from "#app/domain/demo/sample-orders.ts";

/** The sample order that stands in for the customers' orders; null outside of demo mode. */
export const DemoOrderContext = createContext<number | null>(null);

const ORDERS = new Map<number, OrderFields>();

/** The same object for the same order, so that views are kept. */
export function useDemoOrder(): OrderFields | null {
  const index = useContext(DemoOrderContext);
  if (index === null) return null;
  const order = ORDERS.get(index) ?? sampleOrder(index);
  ORDERS.set(index, order);
  return order;
}
