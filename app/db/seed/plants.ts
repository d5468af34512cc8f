/** Demo customers, their plants and the people who sign in (CONTRACT §2). Ids are fixed, so that a second run finds them. */
import type { customers, facilities, users } from "#app/db/schema/index.ts";

export const DEMO_PASSWORD = "Helios-Demo-2026";

const ACME = 1;
const GLOBEX = 2;
export const RIVERSIDE = 1;
export const MAPLE_GROVE = 2;
export const APODACA = 3;

type Without<T, K extends string> = Omit<T, K>;
export type DemoUser = Without<typeof users.$inferInsert, "createdAt"> & {
  id: number;
  facilityIds: number[];
};
/** For the greeting: who to sign in as. */
export const DEMO_ACCOUNTS = [
  { email: "superuser@helios.example", sees: "superuser: everything" },
  { email: "oem@helios.example", sees: "OEM superuser: machines of make Sun" },
  { email: "admin@acme.example", sees: "admin of Acme Packaging: two facilities" },
  { email: "user@acme.example", sees: "user of Acme Packaging: one facility" },
  { email: "admin@globex.example", sees: "admin of Globex Boxes, in Spanish" },
  { email: "user@globex.example", sees: "user of Globex Boxes, in Spanish" },
  { email: "new@acme.example", sees: "user without facilities" },
  { email: "reset@acme.example", sees: "user who must reset the password" },
  { email: "terms@acme.example", sees: "user who has yet to agree to the terms" },
] as const;

export const DEMO_CUSTOMERS: Without<typeof customers.$inferInsert, "createdAt">[] = [
  {
    id: ACME,
    name: "Acme Packaging",
    contactName: "Dana Whitfield",
    contactEmail: "admin@acme.example",
    contactPhone: "+14235550142",
    externalId: "C-10482",
    city: "Chattanooga",
    state: "TN",
    country: "usa",
    logo: "box.svg",
  },
  {
    id: GLOBEX,
    name: "Globex Boxes",
    contactName: "Mariana Treviño",
    contactEmail: "admin@globex.example",
    contactPhone: "+12105550187",
    externalId: "C-10917",
    city: "Apodaca",
    state: "NL",
    country: "mexico",
    logo: null,
  },
];

export const DEMO_FACILITIES: Without<typeof facilities.$inferInsert, "createdAt">[] = [
  {
    id: RIVERSIDE,
    customerId: ACME,
    name: "Riverside Box Plant",
    city: "Chattanooga",
    state: "TN",
    country: "usa",
    timezone: "America/New_York",
    sapProtocol: "none",
    contactName: "Ray Colburn",
    contactEmail: "riverside@acme.example",
    contactPhone: "+14235550118",
  },
  {
    id: MAPLE_GROVE,
    customerId: ACME,
    name: "Maple Grove Sheet Plant",
    city: "Maple Grove",
    state: "MN",
    country: "usa",
    timezone: "America/Chicago",
    sapProtocol: "IP",
    contactName: "Ingrid Solberg",
    contactEmail: "maplegrove@acme.example",
    contactPhone: "+17635550164",
  },
  {
    id: APODACA,
    customerId: GLOBEX,
    name: "Planta Apodaca",
    city: "Apodaca",
    state: "NL",
    country: "mexico",
    timezone: "America/Monterrey",
    sapProtocol: "none",
    contactName: "Héctor Garza",
    contactEmail: "apodaca@globex.example",
    contactPhone: "+12105550133",
  },
];

const person = (
  id: number,
  email: string,
  firstName: string,
  lastName: string,
  rest: Partial<DemoUser> & Pick<DemoUser, "role">,
): DemoUser => ({
  id,
  email,
  firstName,
  lastName,
  customerId: null,
  phone: null,
  status: "active",
  facilityIds: [],
  ...rest,
});

export const DEMO_USERS: DemoUser[] = [
  person(1, "superuser@helios.example", "Sofia", "Lindqvist", { role: "superuser" }),
  person(2, "oem@helios.example", "Owen", "Mercer", { role: "oem_superuser", make: "Sun" }),
  person(3, "admin@acme.example", "Dana", "Whitfield", {
    role: "admin",
    customerId: ACME,
    phone: "+14235550142",
    facilityIds: [RIVERSIDE, MAPLE_GROVE],
  }),
  person(4, "user@acme.example", "Marcus", "Bell", {
    role: "user",
    customerId: ACME,
    facilityIds: [RIVERSIDE],
  }),
  person(5, "admin@globex.example", "Mariana", "Treviño", {
    role: "admin",
    customerId: GLOBEX,
    locale: "es",
    facilityIds: [APODACA],
  }),
  person(6, "user@globex.example", "Luis", "Ortega", {
    role: "user",
    customerId: GLOBEX,
    locale: "es",
    facilityIds: [APODACA],
  }),
  person(7, "new@acme.example", "Nora", "Park", { role: "user", customerId: ACME }),
  person(8, "reset@acme.example", "Reese", "Tanner", {
    role: "user",
    customerId: ACME,
    facilityIds: [RIVERSIDE],
    resetPassword: true,
  }),
  person(9, "terms@acme.example", "Teresa", "Quinn", {
    role: "user",
    customerId: ACME,
    facilityIds: [RIVERSIDE],
    termsAcceptedAt: null,
  }),
];

/** Who works at a facility, by id: the people it is assigned to and who are past their first sign-in. */
export const crewOf = (facilityId: number | null): number[] =>
  DEMO_USERS.filter(
    (user) =>
      facilityId !== null &&
      user.facilityIds.includes(facilityId) &&
      !user.resetPassword &&
      user.termsAcceptedAt !== null,
  ).map(({ id }) => id);

/** Copied on every notification mail. */
export const DEMO_COPIED = [
  { id: 1, name: "Ingrid Solberg", team: "Field service", email: "field.service@helios.example" },
];
