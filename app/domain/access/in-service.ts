/** The refusal of what is not done with a machine out of service: its past is read, and nothing comes of it any more. */
import { AppError } from "#app/domain/errors.ts";
import { isOutOfService } from "./out-of-service.ts";

export const outOfService = () =>
  new AppError("conflict", {
    message: "The machine is out of service; bring it back first.",
    problem: { code: "out_of_service" },
  });

/** Refuses what is for machines in service only. */
export function requireInService(machine: { retiredAt: number | null }): void {
  if (isOutOfService(machine)) throw outOfService();
}
