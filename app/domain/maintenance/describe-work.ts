import type { MaintenanceVerbs } from "./types.ts";

/** One line that says what to do, as the dashboard shows it. */
export function describeWork({
  verbs,
  target,
}: {
  verbs: MaintenanceVerbs;
  target: string;
}): string {
  const verb = verbs.present.charAt(0).toUpperCase() + verbs.present.slice(1);
  return `${verb} the ${target}`;
}
