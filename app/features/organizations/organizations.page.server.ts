/** What the forms of the pages of customers and facilities do. */
import { z } from "zod";
import {
  restoreFacility,
  retireFacility,
} from "#app/features/configuration/retire-machine.server.ts";
import { DELETE_AND_LEAVE } from "#app/kit/forms/read-again.ts";
import {
  answerChange,
  answerForm,
  unlessGone,
  unlessRefused,
} from "#app/pages/answer-form.server.ts";
import type { ActorDeps } from "#app/platform/context.server.ts";
import { customerSettings } from "./customer.ts";
import { createCustomer, deleteCustomer, updateCustomer } from "./customers.server.ts";
import { createFacility, deleteFacility, updateFacility } from "./facilities.server.ts";
import { facilitySettings } from "./facility.ts";

const nothing = z.object({});

export type CustomerDone = { id: number };
export type FacilityDone = { id: number };

export function answerNewCustomer(ctx: ActorDeps, form: FormData) {
  return answerForm({
    intent: "save",
    form,
    schema: customerSettings,
    run: async (settings, sent): Promise<CustomerDone> => {
      const { id } = await createCustomer({ ...ctx, sent }, settings);
      return { id };
    },
  });
}

export function answerCustomerForm(ctx: ActorDeps, id: number, form: FormData) {
  if (form.get("intent") === DELETE_AND_LEAVE)
    return answerForm({
      intent: DELETE_AND_LEAVE,
      form,
      schema: nothing,
      run: (): Promise<CustomerDone> => deleteCustomer(ctx, id).catch(unlessGone({ id })),
    });
  return answerChange({
    intent: "save",
    form,
    schema: customerSettings,
    toChange: (settings) => settings,
    run: async (change): Promise<CustomerDone> => {
      await updateCustomer(ctx, id, change);
      return { id };
    },
  });
}

export function answerNewFacility(ctx: ActorDeps, customerId: number, form: FormData) {
  return answerForm({
    intent: "save",
    form,
    schema: facilitySettings,
    run: async (settings, sent): Promise<FacilityDone> => {
      const { id } = await createFacility({ ...ctx, sent }, customerId, settings);
      return { id };
    },
  });
}

export function answerFacilityForm(
  ctx: ActorDeps,
  facility: { id: number; customerId: number },
  form: FormData,
) {
  if (form.get("intent") === DELETE_AND_LEAVE)
    return answerForm({
      intent: DELETE_AND_LEAVE,
      form,
      schema: nothing,
      run: (): Promise<FacilityDone> =>
        deleteFacility(ctx, facility).catch(unlessGone({ id: facility.id })),
    });
  const intent = form.get("intent");
  if (intent === "retire" || intent === "restore") {
    const done: FacilityDone = { id: facility.id };
    const change = intent === "retire" ? retireFacility : restoreFacility;
    return answerForm({
      intent,
      form,
      schema: nothing,
      run: () => change(ctx, facility.id).then(() => done, unlessRefused("conflict", done)),
    });
  }
  return answerChange({
    intent: "save",
    form,
    schema: facilitySettings,
    toChange: (settings) => settings,
    run: async (change): Promise<FacilityDone> => {
      await updateFacility(ctx, facility, change);
      return { id: facility.id };
    },
  });
}
