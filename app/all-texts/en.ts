/** Every text of the language, for the server and for tests; pages load the core and the areas that they show. */
import { texts as alarms } from "#app/features/alarms/texts.en.ts";
import { texts as analytics } from "#app/features/analytics/texts.en.ts";
import { texts as anomalies } from "#app/features/analytics/anomalies/texts.en.ts";
import { texts as annotations } from "#app/features/analytics/annotations/texts.en.ts";
import { texts as gauge } from "#app/components/charts/texts.en.ts";
import { texts as forms } from "#app/components/forms/texts.en.ts";
import { texts as comments } from "#app/features/comments/texts.en.ts";
import { texts as configuration } from "#app/features/configuration/texts.en.ts";
import { texts as audit } from "#app/features/audit/texts.en.ts";
import { texts as dashboard } from "#app/features/dashboard/texts.en.ts";
import { texts as dashboardKey } from "#app/features/dashboard/key/texts.en.ts";
import { texts as dashboardLater } from "#app/features/dashboard/later/texts.en.ts";
import { texts as displayPairing } from "#app/features/displays/pairing/texts.en.ts";
import { texts as displays } from "#app/features/displays/texts.en.ts";
import { texts as enrollment } from "#app/features/enrollment/texts.en.ts";
import { texts as events } from "#app/features/events/texts.en.ts";
import { texts as firstSteps } from "#app/features/first-steps/texts.en.ts";
import { texts as machines } from "#app/features/machines/texts.en.ts";
import { texts as mail } from "#app/features/mail/texts.en.ts";
import { texts as maintenance } from "#app/features/maintenance/texts.en.ts";
import { texts as quotes } from "#app/features/maintenance/quotes/texts.en.ts";
import { texts as organizations } from "#app/features/organizations/texts.en.ts";
import { texts as machinesQr } from "#app/features/machines/qr/texts.en.ts";
import { texts as measures } from "#app/features/measures/texts.en.ts";
import { texts as people } from "#app/features/people/texts.en.ts";
import { texts as predictions } from "#app/features/predictions/texts.en.ts";
import { texts as due } from "#app/components/due/texts.en.ts";
import { texts as upsell } from "#app/components/ui/upsell/texts.en.ts";
import { texts as charts } from "#app/kit/charts/texts.en.ts";
import { texts as combobox } from "#app/kit/combobox/texts.en.ts";
import { texts as table } from "#app/kit/table/texts.en.ts";
import { texts as kit } from "#app/kit/texts.en.ts";
import { texts as reports } from "#app/features/reports/texts.en.ts";
import { texts as problems } from "#app/kit/forms/texts.en.ts";
import { texts as samplers } from "#app/features/samplers/texts.en.ts";
import { texts as sections } from "#app/kit/sections/texts.en.ts";
import { texts as samplersMany } from "#app/features/samplers/many/texts.en.ts";
import { texts as terms } from "#app/features/shell/terms/texts.en.ts";
import { texts as shell } from "#app/features/shell/texts.en.ts";
import { texts as demo } from "#app/platform/demo/texts.en.ts";
import { common as core } from "#app/locales/en/common.ts";

export { glossary } from "#app/locales/en/glossary.ts";
export const common = {
  ...core,
  ...alarms,
  ...analytics,
  ...anomalies,
  ...annotations,
  ...comments,
  ...configuration,
  ...audit,
  ...dashboard,
  ...dashboardKey,
  ...dashboardLater,
  ...displayPairing,
  ...displays,
  ...enrollment,
  ...events,
  ...firstSteps,
  ...kit,
  ...demo,
  ...gauge,
  ...forms,
  ...machines,
  ...mail,
  ...maintenance,
  ...quotes,
  ...organizations,
  ...machinesQr,
  ...measures,
  ...people,
  ...predictions,
  ...charts,
  ...due,
  ...upsell,
  ...combobox,
  ...table,
  ...reports,
  ...problems,
  ...samplers,
  ...samplersMany,
  ...sections,
  ...shell,
  ...terms,
} as const;
