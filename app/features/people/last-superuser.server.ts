import { sql, type SQL } from "drizzle-orm";
import { AppError } from "#app/domain/errors.ts";

/**
 * Holds for everybody but the only superuser who can still sign in; for the statement on `users` that would take them away.
 * The role is the row's own at that moment: whoever was read may have become a superuser meanwhile.
 */
export const isNotLastSuperuser = ({ id }: { id: number }): SQL =>
  sql`(users.role <> 'superuser' or exists (
    select 1 from users other where other.id <> ${id} and other.role = 'superuser' and other.status = 'active'))`;

export const lastSuperuser = () =>
  new AppError("conflict", {
    message: "This is the last active superuser.",
    problem: { code: "last_superuser" },
  });
