/** The service tiers that were chosen in a customer's table, sent as one form: `12:3 14:` gives machine 12 tier 3 and takes that of 14. */
import { z } from "zod";

export type TierChoice = { deviceId: number; tierId: number | null };
/** What was saved, and of how many machines it could not be. */
export type TiersDone = { saved: number; failed: number };

const FORMAT = /^[1-9]\d{0,14}:(?:[1-9]\d{0,14})?(?: [1-9]\d{0,14}:(?:[1-9]\d{0,14})?)*$/;

export const tierChoices = z.object({
  changes: z
    .string()
    .max(60_000)
    .regex(FORMAT, "required")
    .transform((text): TierChoice[] =>
      text.split(" ").map((pair) => {
        const [deviceId, tierId] = pair.split(":");
        return { deviceId: Number(deviceId), tierId: tierId ? Number(tierId) : null };
      }),
    ),
});

/** As the form sends them; empty: none. */
export const writeTierChoices = (choices: readonly TierChoice[]): string =>
  choices.map(({ deviceId, tierId }) => `${deviceId}:${tierId ?? ""}`).join(" ");
