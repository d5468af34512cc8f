/** Names that a superuser's demo does not show. Each stands for its id, so that the same thing keeps its name from page to page. */
export type MaskWords = {
  machine: (n: number) => string;
  facility: (n: number) => string;
  customer: (n: number) => string;
  person: (n: number) => string;
  sampler: (n: number) => string;
  city: (n: number) => string;
  state: string;
};

type Facility = { id: number; name: string; city: string; state: string };
type Masked<T> = T;

export const maskSerial = (id: number): string => `SN-${String(id).padStart(4, "0")}`;

export function maskFacility<T extends Facility>(facility: T, words: MaskWords): Masked<T> {
  const masked = {
    ...facility,
    name: words.facility(facility.id),
    city: words.city(facility.id),
    state: words.state,
  };
  if ("customerName" in masked && "customerId" in masked)
    Object.assign(masked, { customerName: words.customer(Number(masked.customerId)) });
  return masked;
}

/** A machine, whichever of these it carries. */
export function maskMachine<T extends { id: number; name: string; facility: Facility | null }>(
  machine: T,
  words: MaskWords,
): Masked<T> {
  const masked = {
    ...machine,
    name: words.machine(machine.id),
    facility: machine.facility && maskFacility(machine.facility, words),
  };
  if ("serialNumber" in masked) Object.assign(masked, { serialNumber: maskSerial(machine.id) });
  if ("manufacturerSerialNumber" in masked)
    Object.assign(masked, { manufacturerSerialNumber: null });
  return masked;
}
