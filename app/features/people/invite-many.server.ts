/** Many people of a customer at once: all of them are invited, or nobody is. */
import { sql } from "drizzle-orm";
import { users } from "#app/db/schema/index.ts";
import { canManageUsersOf } from "#app/domain/access/permissions.ts";
import { AppError } from "#app/domain/errors.ts";
import type { Country } from "#app/domain/places.ts";
import { problemInEnglish } from "#app/domain/problem-words.ts";
import { problemOf, zodProblems, type Problem } from "#app/domain/problems.ts";
import { parsePhone } from "#app/domain/phone.ts";
import { deliverSoon, findMessages } from "#app/features/mail/outbox.server.ts";
import { requireCustomer } from "#app/features/organizations/list-customers.server.ts";
import { listFacilities } from "#app/features/organizations/list-facilities.server.ts";
import { rethrowInviting, invitationOf, type Invitation } from "./invite-person.server.ts";
import { tellOfPerson } from "./manage-access.server.ts";
import type { PeopleDeps } from "./person-fields.server.ts";
import { LINE, personLine, type PeopleFile, type PeopleRow } from "./people-file.ts";
import { readPeopleCsv, type PeopleLine } from "./read-people-csv.server.ts";

type Read = { row: PeopleRow; person: Omit<Invitation, "customerId"> | null };

/**
 * Reads a file and says of each line what would become of it; with `act`, and nobody refused, invites them in one batch.
 * Throws validation_failed on `csv` for what is wrong with the file as a whole, and as inviting one person does.
 */
export async function inviteMany(
  deps: PeopleDeps,
  customerId: number,
  { csv, act }: { csv: string; act: boolean },
): Promise<PeopleFile> {
  const { db } = deps;
  const customer = await requireCustomer(deps, customerId);
  if (!canManageUsersOf(deps.actor, customerId)) throw new AppError("forbidden");
  const file = readPeopleCsv(csv);
  if ("fault" in file)
    throw new AppError("validation_failed", {
      message: `The file ${problemInEnglish(file.fault)}.`,
      fields: { csv: [file.fault] },
    });
  const facilities = await listFacilities(deps, { customerId });
  const idOfFacility = new Map(facilities.map(({ id, name }) => [name.trim().toLowerCase(), id]));
  const read = file.lines.map((line) => readLine(line, idOfFacility, customer.country));
  const asked = read.flatMap(({ person }) => person?.email ?? []);
  const taken = await db
    .select({ email: users.email })
    .from(users)
    .where(sql`${users.email} in (select value from json_each(${JSON.stringify(asked)}))`);
  refuseTaken(read, new Set(taken.map(({ email }) => email)));
  const refused = read.filter(({ row }) => Object.keys(row.problems).length > 0).length;
  const answer = { rows: read.map(({ row }) => row), added: read.length - refused, refused };
  if (!act || refused > 0) return { ...answer, isDone: false };
  const invitations = read.flatMap(({ person }) =>
    person === null ? [] : [invitationOf(deps, { ...person, customerId })],
  );
  const [first, ...others] = invitations.flatMap(({ statements }) => statements);
  if (!first) return { ...answer, isDone: false };
  await db.batch([first, ...others]).catch(rethrowInviting);
  tellOfPerson(deps, { id: 0, customerId });
  await deliverSoon(
    deps.jobs,
    await findMessages(
      db,
      invitations.map(({ cause }) => cause),
    ),
  );
  return { ...answer, isDone: true };
}

function readLine(
  { line, cells, extra }: PeopleLine,
  idOfFacility: ReadonlyMap<string, number>,
  country: Country | null,
): Read {
  const facilities = (cells["facilities"] ?? "")
    .split("|")
    .map((name) => name.trim())
    .filter(Boolean);
  const problems: Record<string, Problem[]> = {};
  const refuse = (column: string, problem: Problem) => (problems[column] ??= []).push(problem);
  const parsed = personLine.safeParse(cells, { error: zodProblems });
  for (const { path, message } of parsed.error?.issues ?? [])
    refuse(String(path[0]), problemOf(message));
  const facilityIds = facilities.flatMap((name) => idOfFacility.get(name.toLowerCase()) ?? []);
  if (facilityIds.length < facilities.length)
    refuse("facilities", { code: "facilities_of_customer" });
  if (extra !== "") refuse(LINE, { code: "people_extra", text: extra.slice(0, 100) });
  const phone = parsePhone(cells["phone"] ?? "", country);
  if (phone.kind === "invalid") refuse("phone", { code: "phone" });
  const row: PeopleRow = {
    line,
    name: `${cells["first_name"] ?? ""} ${cells["last_name"] ?? ""}`.trim().slice(0, 210),
    email: (parsed.data?.email ?? cells["email"] ?? "").slice(0, 254),
    role: parsed.data?.role ?? "",
    facilities,
    problems,
  };
  if (!parsed.success || Object.keys(problems).length > 0) return { row, person: null };
  const { first_name: firstName, last_name: lastName, email, role, locale } = parsed.data;
  const person = {
    ...{ firstName, lastName, email, role, locale, make: null, notificationsEmail: true },
    phone: phone.kind === "number" ? phone.phone : null,
    facilityIds: [...new Set(facilityIds)],
  };
  return { row, person };
}

/** Addresses that somebody signs in with, and those that a line before has. */
function refuseTaken(read: readonly Read[], taken: ReadonlySet<string>): void {
  const before = new Set<string>();
  for (const { row, person } of read) {
    if (person === null) continue;
    if (taken.has(person.email)) row.problems["email"] = [{ code: "email_taken" }];
    else if (before.has(person.email)) row.problems["email"] = [{ code: "taken" }];
    before.add(person.email);
  }
}
