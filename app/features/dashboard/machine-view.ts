/** The ways to look at the fleet's machines. */
export const MACHINE_VIEWS = ["grid", "carousel", "list"] as const;
export type MachineView = (typeof MACHINE_VIEWS)[number];

/** null for anything else: the view then follows the room that there is. */
export const toMachineView = (value: unknown): MachineView | null =>
  MACHINE_VIEWS.find((view) => view === value) ?? null;
