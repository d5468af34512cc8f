/** What the forms of the pages that manage people do. */
import { z } from "zod";
import { CUSTOMER_ROLES } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { DELETE_AND_LEAVE } from "#app/kit/forms/read-again.ts";
import { answerChange, answerForm, unlessGone } from "#app/pages/answer-form.server.ts";
import type { ActorDeps } from "#app/platform/context.server.ts";
import { deletePerson } from "./delete-person.server.ts";
import { inviteMany } from "./invite-many.server.ts";
import { inviteAgain, invitePerson } from "./invite-person.server.ts";
import {
  activateUser,
  deactivateUser,
  resetPasswordByMail,
  unlockUser,
} from "./manage-access.server.ts";
import { peopleFileForm, type PeopleFileDone } from "./people-file.ts";
import { personForm } from "./person.ts";
import { updatePerson } from "./update-person.server.ts";

const nobody = z.object({});

export type PersonDone = { id: number };

/** `customerId`: below whose address the form stands; null: the admin area, where the form says it. */
export function answerNewPerson(ctx: ActorDeps, customerId: number | null, form: FormData) {
  const schema =
    customerId === null ? personForm : personForm.extend({ role: z.enum(CUSTOMER_ROLES) });
  return answerForm({
    intent: "save",
    form,
    schema,
    run: async (input): Promise<PersonDone> => {
      const person = { ...input, customer_id: customerId ?? input.customer_id };
      return idOf(await invitePerson(ctx, person));
    },
  });
}

/** Many people of a customer: looked at, or invited when nobody is refused. What was sent comes back with either. */
export function answerPeopleFile(ctx: ActorDeps, customerId: number, form: FormData) {
  return answerForm({
    intent: "many",
    form,
    schema: peopleFileForm,
    run: async ({ csv, step }): Promise<PeopleFileDone> => ({
      csv,
      file: await inviteMany(ctx, customerId, { csv, act: step === "invite" }),
    }),
  });
}

/** One account's form and acts; a change to the own one stands under My account, where the password is asked for. */
export function answerPersonForm(ctx: ActorDeps, id: number, form: FormData) {
  if (form.get("intent") !== "save") return answerAccessForm(ctx, id, form);
  return answerChange({
    intent: "save",
    form,
    schema: personForm.omit({ customer_id: true }),
    toChange: (person) => person,
    // Another role has another make, or none.
    madeOf: { make: ["make", "role"] },
    run: async (change): Promise<PersonDone> => {
      if (id === ctx.actor.userId)
        throw new AppError("conflict", { problem: { code: "own_account" } });
      return idOf(await updatePerson(ctx, id, change));
    },
  });
}

/** The acts of a list's rows and of an account's page. */
export function answerAccessForm(ctx: ActorDeps, id: number, form: FormData) {
  const asked = form.get("intent");
  const answer = <const Intent extends string>(intent: Intent, run: () => Promise<PersonDone>) =>
    answerForm({ intent, form, schema: nobody, run });
  switch (asked) {
    case "reset":
      return answer("reset", () => resetPasswordByMail(ctx, id).then(idOf));
    case "unlock":
      return answer("unlock", () => unlockUser(ctx, id).then(idOf));
    case "deactivate":
      return answer("deactivate", () => deactivateUser(ctx, id).then(idOf));
    case "activate":
      return answer("activate", () => activateUser(ctx, id).then(idOf));
    case "invite-again":
      return answer("invite-again", () => inviteAgain(ctx, id).then(idOf));
    case DELETE_AND_LEAVE:
      return answer(DELETE_AND_LEAVE, () => deletePerson(ctx, id).catch(unlessGone({ id })));
    default:
      return answer("delete", () => deletePerson(ctx, id).catch(unlessGone({ id })));
  }
}

const idOf = ({ id }: { id: number }): PersonDone => ({ id });
