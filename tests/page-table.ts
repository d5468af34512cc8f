/**
 * The access table of the pages: every address, who gets its page, and where everybody else is led. tests/page-routes.test.ts
 * opens each as each; docs/access.md shows it (tests/access-matrix.test.ts).
 */
import { MACHINE_TABS, type MachineTab } from "#app/domain/machine-tabs.ts";

export const PEOPLE = {
  superuser: "superuser@helios.example",
  oem: "oem@helios.example",
  acmeAdmin: "admin@acme.example",
  acmeUser: "user@acme.example",
  globexAdmin: "admin@globex.example",
  globexUser: "user@globex.example",
  withoutFacility: "new@acme.example",
} as const;
export type Who = keyof typeof PEOPLE;
export const ALL = Object.keys(PEOPLE) as Who[];
const PRIVILEGED: Who[] = ["superuser", "oem", "acmeAdmin", "globexAdmin"];
const ACME_1: Who[] = ["superuser", "oem", "acmeAdmin", "acmeUser"];
const GLOBEX_7: Who[] = ["superuser", "oem", "globexAdmin", "globexUser"];
const MANAGE_ACME: Who[] = ["superuser", "acmeAdmin"];
const MANAGE_GLOBEX: Who[] = ["superuser", "globexAdmin"];
export const NO_ROLE = "/errors/error-401";
export const NOTHING = "/errors/error-404";

/** A row: an address, who gets its page, and where everybody else who is signed in ends. */
export type Row = {
  at: string;
  open?: Who[];
  to?: string;
  else?: string | Partial<Record<Who, string>>;
  status?: number;
};
export type Area =
  /** Without a session to the sign-in; with a password to reset, there first. */
  | "signed_in"
  /** For people who are not signed in; others go to the dashboard, or where `else` says. */
  | "anonymous"
  /** The same for everybody. */
  | "public";
export const MISSING = 987_654;
/** Configuration and samplers are for privileged people. */
const without = (people: Who[]): Who[] => people.filter((who) => !who.endsWith("User"));
/** Where a page that is only for nobody leads everybody who is signed in. */
export const insideOf = ({ else: inside }: Row): string =>
  typeof inside === "string" ? inside : "/dashboard";

const elseOf = (refused: Who): Partial<Record<Who, string>> => ({
  ...Object.fromEntries(ALL.map((who) => [who, NOTHING])),
  [refused]: NO_ROLE,
});
const unconfigured: Partial<Record<Who, string>> = {
  ...Object.fromEntries(ALL.map((who) => [who, NOTHING])),
  superuser: "/machines/12/configuration",
  oem: "/machines/12/configuration",
};
const machine = (rest: string): Row[] => [
  ...(rest.startsWith("configuration") || rest.startsWith("samplers")
    ? [
        { at: `/machines/1/${rest}`, open: without(ACME_1), else: elseOf("acmeUser") },
        { at: `/machines/7/${rest}`, open: without(GLOBEX_7), else: elseOf("globexUser") },
      ]
    : [
        { at: `/machines/1/${rest}`, open: ACME_1, else: NOTHING },
        { at: `/machines/7/${rest}`, open: GLOBEX_7, else: NOTHING },
      ]),
  // Unconfigured: the provider's only.
  {
    at: `/machines/12/${rest}`,
    open: rest.startsWith("configuration") ? ["superuser", "oem"] : [],
    else: rest.startsWith("configuration") ? NOTHING : unconfigured,
  },
  { at: `/machines/${MISSING}/${rest}`, open: [], else: NOTHING },
];
const toUser = { acmeUser: NO_ROLE, globexUser: NO_ROLE, withoutFacility: NO_ROLE };
/** Who may not manage a customer that is theirs to see reads 401; whose it is not, 404. */
const below = (base: string, rest: string): Row[] => [
  {
    at: `${base}/1/${rest}`,
    open: MANAGE_ACME,
    else: { oem: NO_ROLE, globexAdmin: NOTHING, ...toUser },
  },
  {
    at: `${base}/2/${rest}`,
    open: MANAGE_GLOBEX,
    else: { oem: NO_ROLE, acmeAdmin: NOTHING, ...toUser },
  },
];
/** What only superusers change, below a customer. */
const superusersBelow = (base: string, rest: string): Row[] => [
  {
    at: `${base}/1/${rest}`,
    open: ["superuser"],
    else: { oem: NO_ROLE, acmeAdmin: NO_ROLE, globexAdmin: NOTHING, ...toUser },
  },
];
const admins = (rest: string): Row => ({
  at: `/admin/${rest}`,
  open: ["superuser"],
  else: NO_ROLE,
});
const everybody = (to: string) => Object.fromEntries(ALL.map((who) => [who, to]));
/** What exists for nobody: those who may look in the area learn so, the others that they may not. */
const nowhere = (refused: Partial<Record<Who, string>>): Pick<Row, "open" | "else"> => ({
  open: [],
  else: { ...everybody(NOTHING), ...refused, superuser: NOTHING },
});
const noAdminPage = (rest: string): Row => ({
  at: `/admin/${rest}`,
  ...nowhere(everybody(NO_ROLE)),
});
const leads = (at: string, to: string, open?: Who[]): Row => ({
  at,
  to,
  ...(open && { open, else: NOTHING }),
});
/** A tab and the addresses of measures below it obey the same guard. */
const machineTab = (tab: MachineTab): [path: string, entry: { area: Area; rows: Row[] }][] => [
  [`/machines/:id/${tab}`, { area: "signed_in", rows: machine(tab) }],
  [
    `/machines/:id/${tab}/measure/:measure?`,
    {
      area: "signed_in",
      rows: [
        ...machine(`${tab}/measure`).slice(0, 1),
        ...machine(`${tab}/measure/machine_speed`).slice(1, 2),
      ],
    },
  ],
];

export const TABLE: Record<string, { area: Area; rows: Row[] }> = {
  "/": { area: "public", rows: [leads("/", "/login")] },
  "/*": { area: "public", rows: [leads("/no/such", NOTHING)] },
  "/errors/:kind": {
    area: "public",
    rows: [
      { at: "/errors/error-401", status: 401 },
      { at: "/errors/error-404", status: 404 },
      { at: "/errors/error-500", status: 500 },
      leads("/errors/other", NOTHING),
    ],
  },
  "/login": {
    area: "anonymous",
    rows: [{ at: "/login" }, { at: "/login?redirect=/machines", else: "/machines" }],
  },
  "/login/reset-password-request": {
    area: "anonymous",
    rows: [{ at: "/login/reset-password-request" }],
  },
  "/login/reset-password/:token": {
    area: "anonymous",
    rows: [{ at: "/login/reset-password/gone", status: 404 }],
  },
  "/login/confirm-email/:token": {
    area: "public",
    rows: [{ at: "/login/confirm-email/gone", status: 404 }],
  },
  "/login/setup-account/:token": {
    area: "anonymous",
    rows: [{ at: "/login/setup-account/gone", status: 404 }],
  },
  "/login/reset-password-authed": {
    area: "signed_in",
    rows: [leads("/login/reset-password-authed?redirect=%2Fmachines", "/machines")],
  },
  "/logout": { area: "public", rows: [leads("/logout", "/dashboard")] },
  "/terms": { area: "public", rows: [leads("/terms", "/dashboard")] },
  "/preferences": { area: "public", rows: [leads("/preferences", "/account")] },
  "/s/notifications/unsubscribe/email": {
    area: "signed_in",
    rows: [{ at: "/s/notifications/unsubscribe/email" }],
  },
  "/s/notifications/unsubscribe/one-click": {
    area: "public",
    rows: [
      leads(
        "/s/notifications/unsubscribe/one-click?token=1.x",
        "/s/notifications/unsubscribe/email?token=1.x",
      ),
    ],
  },
  "/dev/outbox": { area: "public", rows: [{ at: "/dev/outbox", status: 404 }] },
  "/dev/outbox.json": { area: "public", rows: [{ at: "/dev/outbox.json", status: 404 }] },
  "/dev/live": { area: "public", rows: [{ at: "/dev/live" }] },
  "/dev/kit/:part?": {
    area: "public",
    rows: [{ at: "/dev/kit" }, { at: "/dev/kit/forms" }],
  },
  "/dashboard": { area: "signed_in", rows: [{ at: "/dashboard" }] },
  "/alarms/journal": { area: "signed_in", rows: [{ at: "/alarms/journal" }] },
  "/alarms/journal/file": { area: "signed_in", rows: [{ at: "/alarms/journal/file" }] },
  "/dashboard/wall_alarms": { area: "signed_in", rows: [{ at: "/dashboard/wall_alarms" }] },
  "/dashboard/alarms": { area: "signed_in", rows: [{ at: "/dashboard/alarms" }] },
  "/dashboard/averages": { area: "signed_in", rows: [{ at: "/dashboard/averages?range=day" }] },
  "/dashboard/whole": {
    area: "signed_in",
    rows: [{ at: "/dashboard/whole?first=silent" }, { at: "/dashboard/whole?wall=" }],
  },
  "/machine_values": {
    area: "signed_in",
    rows: [{ at: "/machine_values?ids=1" }, { at: "/machine_values" }],
  },
  "/dashboard/plant": { area: "signed_in", rows: [{ at: "/dashboard/plant?facility=1&from=0" }] },
  "/dashboard/machines": { area: "signed_in", rows: [{ at: "/dashboard/machines" }] },
  "/reports/file/:kind": {
    area: "signed_in",
    rows: [leads("/reports/file/measures", "/reports/measures")],
  },
  "/dashboard/choice": { area: "public", rows: [leads("/dashboard/choice", "/dashboard")] },
  "/dashboard/facilities": { area: "public", rows: [leads("/dashboard/facilities", "/dashboard")] },
  "/dashboard/slideshow": {
    area: "signed_in",
    rows: [{ at: "/dashboard/slideshow", open: PRIVILEGED, else: NO_ROLE }],
  },
  // A session counts for nothing on a screen's pages: they are the same for everybody who does not hold a display's cookie.
  "/display": { area: "public", rows: [{ at: "/display" }] },
  "/display/status": { area: "public", rows: [{ at: "/display/status" }] },
  "/display/fleet": { area: "public", rows: [{ at: "/display/fleet", status: 401 }] },
  "/display/alarms": { area: "public", rows: [{ at: "/display/alarms", status: 401 }] },
  "/displays": { area: "signed_in", rows: [{ at: "/displays", open: PRIVILEGED, else: NO_ROLE }] },
  "/audit": {
    area: "signed_in",
    rows: [
      {
        at: "/audit?subject=user",
        open: ["superuser", "acmeAdmin", "globexAdmin"],
        else: NO_ROLE,
      },
    ],
  },
  "/audit/file": {
    area: "signed_in",
    rows: [{ at: "/audit/file", open: ["superuser", "acmeAdmin", "globexAdmin"], else: NO_ROLE }],
  },
  "/enrollment_keys": {
    area: "signed_in",
    rows: [{ at: "/enrollment_keys", open: ["superuser", "oem"], else: NO_ROLE }],
  },
  "/first_steps": {
    area: "signed_in",
    rows: [{ at: "/first_steps", open: ["superuser"], else: NO_ROLE }],
  },
  "/outbox": {
    area: "signed_in",
    rows: [{ at: "/outbox?status=sent", open: ["superuser"], else: NO_ROLE }],
  },
  "/machines": { area: "signed_in", rows: [{ at: "/machines" }] },
  "/machines/:id": {
    area: "signed_in",
    rows: [
      leads("/machines/1", "/machines/1/overview", ACME_1),
      { at: "/machines/12", open: [], else: unconfigured },
      { at: `/machines/${MISSING}`, open: [], else: NOTHING },
    ],
  },
  ...Object.fromEntries(MACHINE_TABS.flatMap(machineTab)),
  "/machines/:id/*": {
    area: "signed_in",
    rows: [
      { at: "/machines/1/nonsense", open: [], else: NOTHING },
      { at: "/machines/1/overview/nonsense", open: [], else: NOTHING },
      { at: "/machines/1/analytics/measure/a/b", open: [], else: NOTHING },
      { at: "/machines/1/nonsense/measure/a", open: [], else: NOTHING },
      { at: "/machines/12/nonsense", open: [], else: unconfigured },
    ],
  },
  "/machines/:id/alarm_forms": {
    area: "signed_in",
    rows: [
      { at: "/machines/1/alarm_forms", open: ACME_1, else: NOTHING },
      { at: "/machines/7/alarm_forms", open: GLOBEX_7, else: NOTHING },
    ],
  },
  "/machines/:id/alarms_on": {
    area: "signed_in",
    rows: [
      { at: "/machines/1/alarms_on", open: ACME_1, else: NOTHING },
      { at: "/machines/7/alarms_on", open: GLOBEX_7, else: NOTHING },
    ],
  },
  "/machines/:id/annotation_forms": {
    area: "signed_in",
    rows: [
      { at: "/machines/1/annotation_forms", open: ACME_1, else: NOTHING },
      { at: "/machines/7/annotation_forms", open: GLOBEX_7, else: NOTHING },
    ],
  },
  "/q/:code": {
    area: "signed_in",
    rows: [{ at: "/q/nothing", open: [], else: NOTHING }],
  },
  "/machines/:id/question_forms": {
    area: "signed_in",
    rows: [
      { at: "/machines/1/question_forms", open: ACME_1, else: NOTHING },
      { at: "/machines/7/question_forms", open: GLOBEX_7, else: NOTHING },
    ],
  },
  "/machines/:id/maintenance_around": {
    area: "signed_in",
    rows: [{ at: "/machines/7/maintenance_around", open: GLOBEX_7, else: NOTHING }],
  },
  "/machines/:id/maintenance_work": {
    area: "signed_in",
    rows: [
      { at: "/machines/7/maintenance_work", open: GLOBEX_7, else: NOTHING },
      { at: "/machines/12/maintenance_work", open: ["superuser", "oem"], else: NOTHING },
    ],
  },
  "/machines/:id/event_forms": {
    area: "signed_in",
    rows: [
      { at: "/machines/1/event_forms", open: ACME_1, else: NOTHING },
      { at: "/machines/7/event_forms", open: GLOBEX_7, else: NOTHING },
    ],
  },
  "/machines/:id/event_hints": {
    area: "signed_in",
    rows: [
      { at: "/machines/1/event_hints", open: ACME_1, else: NOTHING },
      { at: "/machines/7/event_hints", open: GLOBEX_7, else: NOTHING },
      { at: "/machines/12/event_hints", open: ["superuser", "oem"], else: NOTHING },
    ],
  },
  "/machines/:id/comment_list": {
    area: "signed_in",
    rows: [
      { at: "/machines/1/comment_list", open: ACME_1, else: NOTHING },
      { at: "/machines/7/comment_list", open: GLOBEX_7, else: NOTHING },
      { at: "/machines/12/comment_list", open: ["superuser", "oem"], else: NOTHING },
    ],
  },
  "/machines/:id/qr.svg": { area: "signed_in", rows: machine("qr.svg").slice(0, 2) },
  "/maintenances/:id/request_parts_quote": {
    area: "signed_in",
    rows: [
      { at: "/maintenances/101/request_parts_quote?token=x", status: 401 },
      { at: `/maintenances/${MISSING}/request_parts_quote`, status: 401 },
    ],
  },
  "/reports": { area: "signed_in", rows: [leads("/reports", "/reports/measures")] },
  "/reports/measures": { area: "signed_in", rows: [{ at: "/reports/measures" }] },
  "/reports/maintenances": { area: "signed_in", rows: [{ at: "/reports/maintenances" }] },
  "/reports/events": { area: "signed_in", rows: [{ at: "/reports/events" }] },
  "/reports/*": {
    area: "signed_in",
    rows: [{ at: "/reports/other", open: [], else: NOTHING }],
  },
  "/customers": {
    area: "signed_in",
    rows: [
      {
        at: "/customers",
        open: ["superuser", "oem"],
        else: { acmeAdmin: "/customers/1", globexAdmin: "/customers/2", ...toUser },
      },
    ],
  },
  "/customers/new/details?": {
    area: "signed_in",
    rows: ["/customers/new", "/customers/new/details"].map((at) => ({
      at,
      open: ["superuser"],
      else: NO_ROLE,
    })),
  },
  "/customers/:customerId/details?": {
    area: "signed_in",
    rows: [
      ...["", "/details"].flatMap((rest) => [
        {
          at: `/customers/1${rest}`,
          open: ["superuser", "oem", "acmeAdmin"] as Who[],
          else: { globexAdmin: NOTHING, ...toUser },
        },
        {
          at: `/customers/2${rest}`,
          open: ["superuser", "oem", "globexAdmin"] as Who[],
          else: { acmeAdmin: NOTHING, ...toUser },
        },
      ]),
      ...[MISSING, "abc", "01"].map((id) => ({ at: `/customers/${id}`, ...nowhere(toUser) })),
    ],
  },
  "/customers/:customerId/facilities": {
    area: "signed_in",
    rows: [
      ...below("/customers", "facilities"),
      { at: "/customers/new/facilities", ...nowhere(toUser) },
    ],
  },
  "/customers/:customerId/facilities/new": {
    area: "signed_in",
    rows: superusersBelow("/customers", "facilities/new"),
  },
  "/customers/:customerId/facilities/:facilityId": {
    area: "signed_in",
    rows: [
      {
        at: "/customers/1/facilities/1",
        open: MANAGE_ACME,
        else: { globexAdmin: NOTHING, oem: NO_ROLE, ...toUser },
      },
      { at: "/customers/1/facilities/3", ...nowhere({ oem: NO_ROLE, ...toUser }) },
      { at: "/customers/1/facilities/x", ...nowhere({ oem: NO_ROLE, ...toUser }) },
    ],
  },
  "/customers/:customerId/users": { area: "signed_in", rows: below("/customers", "users") },
  "/customers/:customerId/service-accounts": {
    area: "signed_in",
    rows: below("/customers", "service-accounts"),
  },
  "/customers/:customerId/users/many": {
    area: "signed_in",
    rows: below("/customers", "users/many"),
  },
  "/customers/:customerId/users/new": { area: "signed_in", rows: below("/customers", "users/new") },
  "/customers/:customerId/users/:userId": {
    area: "signed_in",
    rows: [
      { at: "/customers/1/users/6", ...nowhere({ oem: NO_ROLE, ...toUser }) },
      {
        at: "/customers/2/users/6",
        open: MANAGE_GLOBEX,
        else: { acmeAdmin: NOTHING, oem: NO_ROLE, ...toUser },
      },
    ],
  },
  "/customers/:customerId/serviceTiers": {
    area: "signed_in",
    rows: superusersBelow("/customers", "serviceTiers"),
  },
  "/customers/*": {
    area: "signed_in",
    rows: ["1/other", "1/users/4/more", "1/details/more"].map((rest) => ({
      at: `/customers/${rest}`,
      ...nowhere(toUser),
    })),
  },
  "/admin": {
    area: "signed_in",
    rows: [
      {
        at: "/admin",
        open: [],
        else: { ...everybody(NO_ROLE), superuser: "/admin/customers" },
      },
    ],
  },
  ...Object.fromEntries(
    (
      [
        ["notifications", ["notifications"]],
        ["parts_quotes", ["parts_quotes"]],
        ["users", ["users"]],
        ["users/new", ["users/new"]],
        ["users/:userId", ["users/6"], ["users/x"]],
        ["customers", ["customers"]],
        ["customers/new/details?", ["customers/new", "customers/new/details"]],
        [
          "customers/:customerId/details?",
          ["customers/1", "customers/1/details"],
          [`customers/${MISSING}`],
        ],
        ["customers/:customerId/facilities", ["customers/1/facilities"]],
        ["customers/:customerId/facilities/new", ["customers/1/facilities/new"]],
        [
          "customers/:customerId/facilities/:facilityId",
          ["customers/2/facilities/3"],
          ["customers/1/facilities/3"],
        ],
        ["customers/:customerId/users", ["customers/1/users"]],
        ["customers/:customerId/service-accounts", ["customers/1/service-accounts"]],
        ["customers/:customerId/users/many", ["customers/1/users/many"]],
        ["customers/:customerId/users/new", ["customers/1/users/new"]],
        ["customers/:customerId/users/:userId", ["customers/2/users/6"]],
        ["customers/:customerId/serviceTiers", ["customers/1/serviceTiers"]],
      ] as const
    ).map(([path, addresses, missing = []]) => [
      `/admin/${path}`,
      {
        area: "signed_in" as const,
        rows: [...addresses.map(admins), ...missing.map(noAdminPage)],
      },
    ]),
  ),
  "/admin/*": {
    area: "signed_in",
    rows: ["other", "users/6/more", "customers/1/other"].map(noAdminPage),
  },
  "/account": { area: "signed_in", rows: [{ at: "/account" }] },
  "/account/sms/verify": { area: "signed_in", rows: [{ at: "/account/sms/verify" }] },
};
