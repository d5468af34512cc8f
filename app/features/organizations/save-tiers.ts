/** What of the chosen service tiers is sent, and what came of it in all (spec 002 §8). */
export type TierChange = { serialNumber: string; tierId: number | null };
export type TierOutcome = "saved" | "some_failed" | "not_reached" | "signed_out";
/** `isAnswered`: of some machine it is known what became of it, also where others were not reached. */
export type TiersSaved = { outcome: TierOutcome; isAnswered: boolean };

/**
 * One PUT for each changed machine, side by side. `put` answers the status, or 0 where Helios was not reached; each call
 * stands for itself, so that some may be saved and others not.
 */
export async function saveTiers(
  changes: readonly TierChange[],
  put: (path: string, body: object) => Promise<number>,
): Promise<TiersSaved> {
  const statuses = await Promise.all(
    changes.map(({ serialNumber, tierId }) =>
      put(`devices/${encodeURIComponent(serialNumber)}`, {
        service_tier: tierId === null ? null : { id: tierId },
      }),
    ),
  );
  const outcome = outcomeOf(statuses);
  const isAnswered = outcome !== "signed_out" && statuses.some((status) => status !== 0);
  return { outcome, isAnswered };
}

/** The session has ended: then it ended for all of them. */
const UNAUTHENTICATED = 401;

function outcomeOf(statuses: readonly number[]): TierOutcome {
  if (statuses.includes(UNAUTHENTICATED)) return "signed_out";
  if (statuses.includes(0)) return "not_reached";
  return statuses.every((status) => status < 300) ? "saved" : "some_failed";
}
