/** What the forms of the maintenance tab do. */
import { workIn } from "#app/domain/maintenance/catalogue-words.ts";
import { PREDICTION_ACCURACIES } from "#app/domain/maintenance/types.ts";
import type { Locale } from "#app/domain/preferences.ts";
import { answerForm, unlessGone } from "#app/pages/answer-form.server.ts";
import type { ActorDeps } from "#app/platform/context.server.ts";
import { addMaintenance } from "./add-maintenance.server.ts";
import { deleteMaintenance } from "./delete-maintenance.server.ts";
import {
  completeForm,
  oneMaintenance,
  snoozeForm,
  type MaintenanceDone,
} from "./maintenance-forms.ts";
import type { MaintenanceRow } from "./maintenance-record.server.ts";
import { customMaintenanceForm, fromCustomForm, kindForm } from "./new-maintenance.ts";
import {
  completeMaintenance,
  snoozeMaintenance,
  unsnoozeMaintenance,
} from "./update-maintenance.server.ts";

export function answerMaintenanceForm(
  ctx: ActorDeps & { locale: Locale },
  deviceId: number,
  form: FormData,
) {
  const nameOf = ({
    id,
    kind,
    name,
  }: Pick<MaintenanceRow, "id" | "kind" | "name">): MaintenanceDone => ({
    id,
    name: workIn(ctx.locale, { kind, name }).name,
  });
  switch (form.get("intent")) {
    case "add":
      return answerForm({
        intent: "add",
        form,
        schema: kindForm,
        run: async ({ kind, double_up }) =>
          nameOf(
            await addMaintenance(ctx, deviceId, {
              kind,
              doubleUp: double_up === "on",
              custom: null,
            }),
          ),
      });
    case "add_custom":
      return answerForm({
        intent: "add_custom",
        form,
        schema: customMaintenanceForm,
        run: async (input) => nameOf(await addMaintenance(ctx, deviceId, fromCustomForm(input))),
      });
    case "snooze":
      return answerForm({
        intent: "snooze",
        form,
        schema: snoozeForm,
        run: async ({ id, snoozed_until, snooze_reason }) =>
          nameOf(await snoozeMaintenance(ctx, id, { until: snoozed_until, reason: snooze_reason })),
      });
    case "unsnooze":
      return answerForm({
        intent: "unsnooze",
        form,
        schema: oneMaintenance,
        run: async ({ id }) => nameOf(await unsnoozeMaintenance(ctx, id)),
      });
    case "delete":
      return answerForm({
        intent: "delete",
        form,
        schema: oneMaintenance,
        // That it is gone already is what was wanted.
        run: async ({ id }) =>
          deleteMaintenance(ctx, id, { all: true }).then(nameOf, unlessGone({ id, name: "" })),
      });
    default:
      return answerForm({
        intent: "complete",
        form,
        schema: completeForm,
        run: async ({ id, performed_at, prediction_accuracy, double_up }) => {
          const { isRepeat, ...work } = await completeMaintenance(ctx, id, {
            performedAt: performed_at,
            predictionAccuracy: PREDICTION_ACCURACIES[Number(prediction_accuracy ?? -1)] ?? null,
            doubleUp: double_up === "on",
          });
          return { ...nameOf(work), isRepeat };
        },
      });
  }
}
