import { and, eq, inArray, isNotNull, ne, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { userFacilities, users } from "#app/db/schema/index.ts";
import { isProvider } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { FALLBACK_LOCALE } from "#app/domain/preferences.ts";
import { composeMail, type MessageDraft } from "#app/domain/mail/compose.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";
import { absoluteLink } from "#app/features/mail/outbox.server.ts";
import { unsubscribeLinks } from "#app/features/people/subscription.server.ts";
import { withTimeInWords } from "./comment-time.ts";
import { mentionedIn, wholeName, type Nameable } from "./mentions.ts";

type Deps = {
  db: Db;
  actor: Actor;
  publicOrigin: string;
  linkSecret: () => Promise<string>;
};
type Said = { text: string; isPublic: boolean; machine: Machine };

/** People who may see one machine: more are not looked through. */
const MOST_PEOPLE = 2_000;

/**
 * A mail for each person whom a comment names (`@First Last`), who may read it and takes notifications; none for its own
 * author. Who else is named is told to nobody.
 */
export async function composeMentions(deps: Deps, said: Said): Promise<MessageDraft[]> {
  if (!said.text.includes("@")) return [];
  const { db, actor } = deps;
  const [people, author] = await Promise.all([
    listReaders(deps, said),
    db
      .select({ firstName: users.firstName, lastName: users.lastName })
      .from(users)
      .where(eq(users.id, actor.userId))
      .get(),
  ]);
  const named = mentionedIn(said.text, people).filter(
    ({ id, takesMail }) => takesMail && id !== actor.userId,
  );
  const timezone = said.machine.facility?.timezone ?? "UTC";
  return Promise.all(
    named.map(async ({ id, email, firstName, locale }) =>
      composeMail({
        template: "comment_mention",
        to: email,
        locale,
        values: {
          name: firstName,
          author: author === undefined ? "" : `${author.firstName} ${author.lastName}`,
          machine: said.machine.name,
          text: withTimeInWords(said.text, timezone, locale ?? FALLBACK_LOCALE),
        },
        link: absoluteLink(deps.publicOrigin, `/machines/${said.machine.id}/comments`),
        unsubscribe: await unsubscribeLinks(deps, id),
      }),
    ),
  );
}

/**
 * Whom the actor may choose from to name: who reads the machine's comments, of the provider's staff only for the provider's
 * own, by name; not the actor.
 */
export async function listNameable(
  { db, actor }: Pick<Deps, "db" | "actor">,
  machine: Machine,
): Promise<Nameable[]> {
  const people = await listReaders({ db }, { machine, isPublic: true });
  return people
    .map(({ id, firstName, lastName, role }) => ({
      ...{ id, firstName, lastName },
      isStaff: isProvider({ role }),
    }))
    .filter(({ id, isStaff }) => id !== actor.userId && (isProvider(actor) || !isStaff))
    .toSorted((a, b) => wholeName(a).localeCompare(wholeName(b)));
}

/** The active people who see the machine; of an internal comment the provider's staff only. */
function listReaders({ db }: Pick<Deps, "db">, { machine, isPublic }: Omit<Said, "text">) {
  const { facility, make } = machine;
  const staff = or(
    eq(users.role, "superuser"),
    and(eq(users.role, "oem_superuser"), eq(users.make, make)),
  );
  const inPlant = db
    .select({ id: userFacilities.userId })
    .from(userFacilities)
    .where(eq(userFacilities.facilityId, facility?.id ?? 0));
  const customers = and(
    isNotNull(users.customerId),
    eq(users.customerId, facility?.customerId ?? 0),
    or(eq(users.role, "admin"), and(eq(users.role, "user"), inArray(users.id, inPlant))),
  );
  return db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      locale: users.locale,
      role: users.role,
      takesMail: users.notificationsEmail,
    })
    .from(users)
    .where(
      and(
        eq(users.status, "active"),
        ne(users.email, ""),
        machine.retiredAt === null ? undefined : eq(users.role, "superuser"),
        isPublic ? or(staff, customers) : staff,
      ),
    )
    .orderBy(sql`${users.id}`)
    .limit(MOST_PEOPLE);
}
