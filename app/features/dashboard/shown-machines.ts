import type { FacilityChoice } from "./fleet-types.ts";

/** The machines of the facilities that are shown. Those without a facility belong to the whole: they go when a choice is made. */
export function machinesOf<M extends { facility: { id: number } | null }>(
  facilities: readonly FacilityChoice[],
  machines: readonly M[],
): M[] {
  const hidden = new Set(facilities.filter(({ active }) => !active).map(({ id }) => id));
  return machines.filter(({ facility }) =>
    facility === null ? hidden.size === 0 : !hidden.has(facility.id),
  );
}
