/**
 * Every POST of /v1 either adds once however often it is sent (`addsOnce`, decision 126), or stands here with why a second one
 * does no harm.
 */
import { expect, it } from "vitest";
import { registeredApis } from "#app/api/registry.server.ts";
import "#app/routes/v1.$.ts";

const READS = "adds nothing";
const IS_THERE = "a unique index refuses the second, or it finds it done";
const LAST_WINS = "takes the place of the first";

const NEEDS_NO_KEY: Record<string, string> = {
  "/v1/alarms/trial": READS,
  "/v1/metric_averages": READS,
  "/v1/reports/measures": READS,

  "/v1/customers/{id}/users/many": IS_THERE,
  "/v1/devices": IS_THERE,
  "/v1/devices/{id}/replace": IS_THERE,
  "/v1/devices/{id}/telem_disp_cfg": IS_THERE,
  "/v1/displays": IS_THERE,
  "/v1/maintenances": IS_THERE,
  "/v1/maintenances/{id}/parts_quote_request": IS_THERE,
  "/v1/notifications/email_ccs": IS_THERE,
  "/v1/samplers/{id}/telemetry_definitions": IS_THERE,
  "/v1/telemetry_definitions": IS_THERE,
  "/v1/users": IS_THERE,
  "/v1/users/confirm_sms_code": IS_THERE,
  "/v1/customers/{id}/facilities/{facility_id}": LAST_WINS,
  "/v1/devices/{id}/telem_disp_cfg/reset_defaults": LAST_WINS,
  "/v1/passwords": LAST_WINS,
  "/v1/samplers/{id}/rotate_key": LAST_WINS,
  "/v1/service_accounts/{id}/rotate": LAST_WINS,
  "/v1/login": "a session of its own each time, ended with its token",
};

it("is said of each POST of /v1, and of no other", () => {
  const posts = registeredApis().filter(([, { POST }]) => POST);
  const without = posts.filter(([, { POST }]) => !POST?.addsOnce).map(([path]) => path);
  expect(without.sort()).toEqual(Object.keys(NEEDS_NO_KEY).sort());
});
