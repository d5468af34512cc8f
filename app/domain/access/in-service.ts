/** Machines out of service: sold, scrapped, or of a closed facility (decision 074). */
import { AppError } from "#app/domain/errors.ts";

type Serviced = { retiredAt: number | null };

/** Its past is read; nothing comes of it any more, so nothing of it waits for an answer. */
export const isOutOfService = ({ retiredAt }: Serviced): boolean => retiredAt !== null;

export const outOfService = () =>
  new AppError("conflict", {
    message: "The machine is out of service; bring it back first.",
    problem: { code: "out_of_service" },
  });

/** Refuses what is for machines in service only. */
export function requireInService(machine: Serviced): void {
  if (isOutOfService(machine)) throw outOfService();
}
