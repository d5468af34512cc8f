import { z } from "zod";
import { GAUGE_RANGES, type GaugeRange } from "./fleet-types.ts";

const MAX_FACILITIES = 5_000;
const shownFacilities = z.array(z.int().positive()).max(MAX_FACILITIES);

/** The facilities that somebody wants to see, as the dialog posts them; null for anything else. */
export function parseShownFacilities(text: unknown): number[] | null {
  if (typeof text !== "string") return null;
  try {
    return shownFacilities.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

export const parseGaugeRange = (text: string | null): GaugeRange | null =>
  GAUGE_RANGES.find((range) => range === text) ?? null;
