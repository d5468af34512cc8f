import type { Role } from "#app/domain/access/types.ts";

/** Who may see and change samplers and mappings (spec 001 §6), as an endpoint names them; canManageSamplers asks the same. */
export const SAMPLER_MANAGERS = [
  "admin",
  "superuser",
  "oem_superuser",
] as const satisfies readonly Role[];
