import { z } from "zod";
import { GAUGE_RANGES, type GaugeRange } from "./fleet-types.ts";
import { NO_PLANT } from "./large-fleet.ts";

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

const MAX_FROM = 5_000;
const plantAsked = z.object({
  plantId: z.coerce.number().int().min(NO_PLANT).max(Number.MAX_SAFE_INTEGER),
  from: z.coerce.number().int().min(0).max(MAX_FROM),
});

/** Which machines of which plant are asked for; null for anything that is not such a question. */
export function parsePlantAsked(search: URLSearchParams): z.output<typeof plantAsked> | null {
  const [plantId, from] = [search.get("facility"), search.get("from") ?? "0"];
  if (plantId === null || plantId === "" || from === "") return null;
  return plantAsked.safeParse({ plantId, from }).data ?? null;
}

/** The machines whose means are asked for; null: all that are shown, undefined: no such question. */
export function parseAskedMachines(text: string | null): number[] | null | undefined {
  if (text === null) return null;
  if (!/^\d{1,15}(?:,\d{1,15}){0,59}$/.test(text)) return undefined;
  return text.split(",").map(Number);
}

export const parseGaugeRange = (text: string | null): GaugeRange | null =>
  GAUGE_RANGES.find((range) => range === text) ?? null;
