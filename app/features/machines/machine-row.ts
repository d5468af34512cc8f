/** A machine in the list. */
export type MachineRow = {
  id: number;
  name: string;
  serialNumber: string;
  make: string;
  model: string;
  facility: { id: number; name: string; city: string; state: string } | null;
  /** The newest state as the page got it. */
  state: { value: number | string; timeMs: number; adFlag: null } | null;
};
