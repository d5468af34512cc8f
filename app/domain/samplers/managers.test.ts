import { expect, it } from "vitest";
import { canManageSamplers } from "#app/domain/access/permissions.ts";
import { ROLES } from "#app/domain/access/types.ts";
import { SAMPLER_MANAGERS } from "./managers.ts";

it("the endpoints' list of roles says what the use cases ask", () => {
  expect(ROLES.filter((role) => canManageSamplers({ role })).sort()).toEqual(
    [...SAMPLER_MANAGERS].sort(),
  );
});
