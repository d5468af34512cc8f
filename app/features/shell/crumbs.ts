/** The way to a page as links (spec 000 §2): the dashboard, then each part of its path. */
export type Crumb = { to: string; segment: string };

/** `/measure` below a machine's tab shows that tab: a step back from a measure leads to the tab, by the tab's name. */
const MEASURE_ADDRESS = /\/measure$/;

export function toCrumbs(pathname: string): Crumb[] {
  const segments = pathname.split("/").filter(Boolean);
  return segments
    .map((segment, index) => ({ segment, to: `/${segments.slice(0, index + 1).join("/")}` }))
    .filter(({ to }) => !MEASURE_ADDRESS.test(to));
}

/** Parts of the way that are no page themselves: a link there would lead to a 404. */
const WITHOUT_PAGE = /^\/(alarms|maintenances(\/\d+)?|account\/sms)$/;
export const hasPage = (path: string): boolean => !WITHOUT_PAGE.test(path);

/** The way to a page without its first tab, which the address above it shows: a step back there would stay. */
export const withoutFirstTab = (page: string): string =>
  page.replace(/\/(overview|details|measures|customers)$/, "");

/** Parts of a path whose words are in `crumbs`; the areas' own are those of the tabs, in `nav`. */
export const CRUMB_WORDS = [
  "overview",
  "maintenance",
  "maintenances",
  "analytics",
  "anomalies",
  "events",
  "machine_health",
  "alarms",
  "journal",
  "comments",
  "configuration",
  "samplers",
  "measures",
  "details",
  "facilities",
  "users",
  "serviceTiers",
  "notifications",
  "new",
  "sms",
  "verify",
  "displays",
  "outbox",
  "audit",
  "service-accounts",
  "parts_quotes",
  "request_parts_quote",
  "many",
  "enrollment_keys",
  "first_steps",
] as const;
export type CrumbWord = (typeof CRUMB_WORDS)[number];
export const isCrumbWord = (segment: string): segment is CrumbWord =>
  CRUMB_WORDS.some((word) => word === segment);

const AREAS = ["machines", "reports", "customers", "admin", "account"] as const;
type Area = (typeof AREAS)[number];
export const isArea = (segment: string): segment is Area => AREAS.some((area) => area === segment);

/** Names that a page's loader gives for the ids in its path: `{ "/machines/7": "Feeder 1" }`. */
export type CrumbNames = Record<string, string>;

type Naming = { crumbNames?: CrumbNames } | null | undefined;

/** The names that the pages on screen know: told by their data, or by the `page` in it. */
export function gatherNames(matches: readonly { data: unknown }[]): CrumbNames {
  const gathered: CrumbNames = {};
  for (const { data } of matches) {
    const told = data as (Naming & { page?: Naming }) | null | undefined;
    Object.assign(gathered, told?.crumbNames, told?.page?.crumbNames);
  }
  return gathered;
}

/**
 * A name in two parts, of which a narrow place cuts the first one: what tells machines of one kind apart is how their names
 * end, "SUN625" and "-1240". A long last word, or a name of one word, has no end of its own.
 */
export function splitEnd(name: string): [start: string, end: string] {
  const end = /[\s._-][^\s._-]{1,6}$/.exec(name);
  return end === null ? [name, ""] : [name.slice(0, end.index), end[0]];
}
