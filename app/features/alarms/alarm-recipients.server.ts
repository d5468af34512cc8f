import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { emailCcs, facilities, userFacilities, users } from "#app/db/schema/index.ts";
import { isSilenceRule } from "#app/domain/alarms/silence.ts";
import type { AlarmFunction } from "#app/domain/alarms/types.ts";
import type { Locale } from "#app/domain/preferences.ts";

/** Somebody to tell, once for each address. `userId` null: no user, who has nothing to unsubscribe from. */
export type Recipient = {
  email: string;
  locale: Locale | null;
  userId: number | null;
  alarmIds: Set<number>;
};
type AlarmToMail = {
  id: number;
  deviceId: number;
  function: AlarmFunction;
  extraEmails: readonly string[];
  facility: { id: number } | null;
};

/**
 * Who is told of these alarms of one facility: its people and its customer's admins, those whom an alarm names itself, and
 * who is copied on notifications; of silence those too who commission the machine. Whoever has turned
 * notification mails off, or was deactivated, gets none, however named.
 */
export async function listRecipients(
  { db }: { db: Db },
  alarms: readonly AlarmToMail[],
): Promise<Recipient[]> {
  if (alarms.length === 0) return [];
  const facilityId = alarms[0]!.facility?.id ?? 0;
  const extra = JSON.stringify([...new Set(alarms.flatMap(({ extraEmails }) => extraEmails))]);
  const ofFacility = sql<boolean>`exists (select 1 from ${userFacilities} where ${userFacilities.userId} = ${users.id} and ${userFacilities.facilityId} = ${facilityId})`;
  const isAdmin = sql<boolean>`${users.role} = 'admin' and ${users.customerId} = (select ${facilities.customerId} from ${facilities} where ${facilities.id} = ${facilityId})`;
  const silent = JSON.stringify(alarms.filter(isSilenceRule).map(({ deviceId }) => deviceId));
  /** Of the machines that are silent, those that this person commissions. Written out: drizzle leaves out the tables' names, and `make` alone is the machine's. */
  const commissioned = sql<string>`(select json_group_array(silent.id) from devices silent
    where silent.id in (select value from json_each(${silent}))
      and (users.role = 'superuser' or (users.role = 'oem_superuser' and users.make = silent.make)))`;
  const columns = {
    id: users.id,
    email: users.email,
    locale: users.locale,
    isOfPlant: sql<boolean>`(${ofFacility}) or (${isAdmin})`,
    commissioned,
    isTold: users.notificationsEmail,
    status: users.status,
  };
  const [people, copied] = await db.batch([
    db
      .select(columns)
      .from(users)
      .where(
        or(
          and(
            eq(users.status, "active"),
            or(ofFacility, isAdmin, sql`json_array_length(${commissioned}) > 0`),
          ),
          inArray(users.email, sql`(select value from json_each(${extra}))`),
          inArray(users.email, sql`(select email from email_ccs)`),
        ),
      ),
    db.select({ email: emailCcs.email }).from(emailCcs),
  ]);
  const byEmail = new Map(people.map((person) => [person.email, person]));
  const found = new Map<string, Recipient>();
  const add = (email: string, alarmId: number) => {
    const person = byEmail.get(email);
    if (person && (!person.isTold || person.status === "disabled")) return;
    const known = found.get(email) ?? {
      email,
      locale: person?.locale ?? null,
      userId: person?.id ?? null,
      alarmIds: new Set<number>(),
    };
    known.alarmIds.add(alarmId);
    found.set(email, known);
  };
  for (const alarm of alarms) {
    const { id, deviceId, extraEmails } = alarm;
    for (const person of people) {
      const isTheirs = isSilenceRule(alarm) && commissionedBy(person).includes(deviceId);
      if ((person.isOfPlant || isTheirs) && person.status === "active") add(person.email, id);
    }
    for (const email of [...extraEmails, ...copied.map((one) => one.email)]) add(email, id);
  }
  return [...found.values()];
}

const commissionedBy = ({ commissioned }: { commissioned: string }): number[] =>
  JSON.parse(commissioned) as number[];
