import { sql, type SQL } from "drizzle-orm";
import type { Role } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";

/** Holds for everybody but the only superuser who can still sign in; for the statement that would take them away. */
export const isNotLastSuperuser = ({ id, role }: { id: number; role: Role }): SQL | undefined =>
  role === "superuser"
    ? sql`exists (select 1 from users other where other.id <> ${id} and other.role = 'superuser' and other.status = 'active')`
    : undefined;

export const lastSuperuser = () =>
  new AppError("conflict", {
    message: "This is the last active superuser.",
    problem: { code: "last_superuser" },
  });
