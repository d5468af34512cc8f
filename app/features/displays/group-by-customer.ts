import type { FacilityGroup, FacilityChoice } from "./display.ts";

/** Facilities under their customers, both in the order that they came in; a customer without facilities has no group. */
export function groupByCustomer(
  customers: readonly { id: number; name: string }[],
  facilities: readonly FacilityChoice[],
): FacilityGroup[] {
  return customers.flatMap(({ id, name }) => {
    const own = facilities.filter(({ customerId }) => customerId === id);
    return own.length === 0 ? [] : [{ customerId: id, customerName: name, facilities: own }];
  });
}
