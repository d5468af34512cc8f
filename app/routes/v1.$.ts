/** /v1: every area's endpoints. */
import { answerResources } from "#app/api/resources.server.ts";
import { openapiApi } from "#app/api/openapi.api.server.ts";
import { alarmsApi } from "#app/features/alarms/alarms.api.server.ts";
import { analyticsApi } from "#app/features/analytics/analytics.api.server.ts";
import { anomaliesApi } from "#app/features/analytics/anomalies/anomalies.api.server.ts";
import { usageApi } from "#app/features/usage/usage.api.server.ts";
import { auditApi } from "#app/features/audit/audit.api.server.ts";
import { savedQuestionsApi } from "#app/features/analytics/saved/saved-questions.api.server.ts";
import { annotationsApi } from "#app/features/analytics/annotations/annotations.api.server.ts";
import { commentsApi } from "#app/features/comments/comments.api.server.ts";
import { displaysApi } from "#app/features/displays/displays.api.server.ts";
import { eventsApi } from "#app/features/events/events.api.server.ts";
import { enrollmentApi } from "#app/features/enrollment/enrollment.api.server.ts";
import { healthApi } from "#app/api/health.api.server.ts";
import { machinesApi } from "#app/features/machines/machines.api.server.ts";
import { measuresApi } from "#app/features/measures/measures.api.server.ts";
import { emailCcsApi } from "#app/features/mail/email-ccs.api.server.ts";
import { outboxApi } from "#app/features/mail/outbox.api.server.ts";
import { maintenanceApi } from "#app/features/maintenance/maintenance.api.server.ts";
import { organizationsApi } from "#app/features/organizations/organizations.api.server.ts";
import { apiTokensApi } from "#app/features/people/api-tokens.api.server.ts";
import { serviceAccountsApi } from "#app/features/people/service-accounts.api.server.ts";
import { signInApi } from "#app/features/people/sign-in.api.server.ts";
import { usersApi } from "#app/features/people/users.api.server.ts";
import { predictionsApi } from "#app/features/predictions/predictions.api.server.ts";
import { reportsApi } from "#app/features/reports/reports.api.server.ts";
import { mappingsApi } from "#app/features/samplers/mappings.api.server.ts";
import { samplersApi } from "#app/features/samplers/samplers.api.server.ts";
import { seriesApi } from "#app/features/series/series.api.server.ts";

const answer = answerResources([
  ...alarmsApi,
  ...analyticsApi,
  ...anomaliesApi,
  ...apiTokensApi,
  ...auditApi,
  ...annotationsApi,
  ...savedQuestionsApi,
  ...commentsApi,
  ...displaysApi,
  ...eventsApi,
  ...enrollmentApi,
  ...healthApi,
  ...machinesApi,
  ...maintenanceApi,
  ...measuresApi,
  ...openapiApi,
  ...organizationsApi,
  ...emailCcsApi,
  ...outboxApi,
  ...predictionsApi,
  ...reportsApi,
  ...mappingsApi,
  ...samplersApi,
  ...seriesApi,
  ...serviceAccountsApi,
  ...signInApi,
  ...usageApi,
  ...usersApi,
]);
export const loader = answer;
export const action = answer;
