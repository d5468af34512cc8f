import type { Maintenance } from "./list-maintenances.server.ts";

/** What the dialog that marks a work as done asks for. */
export type WorkToDo = Pick<Maintenance, "kind" | "actions" | "doubleUp" | "lastPerformedAt"> & {
  /** Never done before: there is no recommendation to rate. */
  isFirst: boolean;
};
/** `work` is null where it could not be read, or, if `isGone`, where the machine has no such work any more. */
export type WorkAnswer = { work: WorkToDo | null; isGone?: boolean };

export const workToDoAddress = (deviceId: number, id: number): string =>
  `/machines/${deviceId}/maintenance_work?id=${id}`;
