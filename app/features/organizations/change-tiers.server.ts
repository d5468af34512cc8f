import { listMachines } from "#app/features/machines/list-machines.server.ts";
import {
  updateMachine,
  type ConfigureDeps,
} from "#app/features/configuration/update-machine.server.ts";
import { AppError } from "#app/domain/errors.ts";
import { errorText, log } from "#app/platform/log.ts";
import { forEachBounded } from "#app/storage/bounded.ts";
import type { TierChoice, TiersDone } from "./tier-choices.ts";

/** Each is a write and a word to the machine's recorder. */
const AT_ONCE = 6;

/**
 * Gives machines of a customer other service tiers, several at once. Each stands for itself: one that is gone, is not the
 * customer's or cannot be written is counted as failed, and the others are saved.
 */
export async function changeTiers(
  deps: ConfigureDeps,
  customerId: number,
  choices: readonly TierChoice[],
): Promise<TiersDone> {
  const own = new Set((await listMachines(deps, { customerId })).map(({ id }) => id));
  const known = choices.filter(({ deviceId }) => own.has(deviceId));
  const done: TiersDone = { saved: 0, failed: choices.length - known.length };
  await forEachBounded(known, AT_ONCE, async ({ deviceId, tierId }) => {
    try {
      await updateMachine(deps, deviceId, { serviceTierId: tierId });
      done.saved += 1;
    } catch (error) {
      done.failed += 1;
      if (!(error instanceof AppError))
        log({ event: "tier_not_changed", deviceId, error: errorText(error) });
    }
  });
  return done;
}
