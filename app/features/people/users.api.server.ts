import { z } from "zod";
import { ADMINS } from "#app/domain/access/permissions.ts";
import { sessionJson, toUserJson, userJson } from "./session-json.ts";
import { listUsers } from "./list-users.server.ts";
import { rowId } from "#app/api/params.ts";
import { defineApi } from "#app/api/define-api.server.ts";
import {
  activateUser,
  deactivateUser,
  resetPasswordByMail,
  unlockUser,
} from "./manage-access.server.ts";
import { parseInput } from "#app/api/input.server.ts";
import { deletePerson } from "./delete-person.server.ts";
import { inviteMany } from "./invite-many.server.ts";
import { peopleFile, peopleFileJson } from "./people-file.ts";
import { inviteAgain, invitePerson } from "./invite-person.server.ts";
import { listPeople } from "./list-people.server.ts";
import { updatePerson } from "./update-person.server.ts";
import { newPerson, personChanges } from "./person.ts";
import { requirePerson } from "./require-person.server.ts";
import { anyUserBody, changeAccount } from "./change-account.api.server.ts";
import { Reply } from "#app/api/types.ts";
import { confirmPhoneCode, sendPhoneCode } from "./verify-phone.server.ts";
import { newPasswordBody } from "./password-schemas.ts";
import { setOwnPassword } from "./set-password.server.ts";
import { readSessionCookie, sessionHeaders } from "#app/platform/session-cookies.server.ts";

const justId = z.object({ data: z.object({ id: z.int() }) });

export const usersApi = [
  defineApi("/v1/users", {
    GET: {
      summary: "Everyone to superusers, to an admin the people of their customer; by name",
      access: ADMINS,
      response: z.object({ data: z.array(userJson) }),
      handle: async ({ ctx }) => ({ data: (await listPeople(ctx)).map(toUserJson) }),
    },
    POST: {
      summary: "Make an account; a link to choose a password goes to its address, valid 7 days",
      access: ADMINS,
      body: z.object({ user: newPerson }),
      response: z.object({ data: userJson }),
      status: 201,
      handle: async ({ ctx, body: { user } }) => ({
        data: toUserJson(await invitePerson(ctx, user)),
      }),
    },
  }),
  defineApi("/v1/users/{id}/invite", {
    PUT: {
      summary:
        "Send the set-up link again to somebody who has not chosen a password; older ones end",
      access: ADMINS,
      response: justId,
      handle: async ({ ctx, params }) => ({ data: await inviteAgain(ctx, rowId(params.id)) }),
    },
  }),
  defineApi("/v1/customers/{id}/users", {
    GET: {
      summary: "The people of a customer, for its admins and superusers",
      access: ADMINS,
      response: z.object({ data: z.array(userJson) }),
      handle: async ({ ctx, params }) => ({
        data: (await listUsers(ctx, rowId(params.id))).map(toUserJson),
      }),
    },
  }),
  defineApi("/v1/customers/{id}/users/many", {
    POST: {
      summary:
        "Invite up to 100 people of a CSV file, all or none; dry_run: say of each line what would become of it",
      access: ADMINS,
      body: peopleFile.extend({ dry_run: z.boolean().default(false) }),
      response: z.object({ data: peopleFileJson }),
      async handle({ ctx, params, body: { csv, dry_run } }) {
        const { isDone, ...rest } = await inviteMany(ctx, rowId(params.id), {
          csv,
          act: !dry_run,
        });
        return { data: { ...rest, is_done: isDone } };
      },
    },
  }),
  defineApi("/v1/users/{id}/activate", {
    PUT: {
      summary: "Let somebody sign in again",
      access: ADMINS,
      response: z.object({
        data: z.object({ id: z.int(), status: z.enum(["active", "invited"]) }),
      }),
      handle: async ({ ctx, params }) => ({
        data: await activateUser(ctx, rowId(params.id)),
      }),
    },
  }),
  defineApi("/v1/users/{id}/deactivate", {
    PUT: {
      summary: "Take somebody's sign-in; their sessions, API tokens and sockets end at once",
      access: ADMINS,
      response: z.object({ data: z.object({ id: z.int(), status: z.literal("disabled") }) }),
      handle: async ({ ctx, params }) => ({
        data: await deactivateUser(ctx, rowId(params.id)),
      }),
    },
  }),
  defineApi("/v1/users/{id}/reset_password", {
    PUT: {
      summary:
        "Make somebody set a new password: a link of one hour is mailed to them; their sessions and API tokens end",
      access: ADMINS,
      response: z.object({ data: z.object({ id: z.int(), reset_password: z.literal(true) }) }),
      handle: async ({ ctx, params }) => ({
        data: await resetPasswordByMail(ctx, rowId(params.id)),
      }),
    },
  }),
  defineApi("/v1/users/{id}", {
    GET: {
      summary: "A person: oneself, or somebody whom the caller manages",
      access: "signed_in",
      response: z.object({ data: userJson }),
      handle: async ({ ctx, params }) => ({
        data: toUserJson(await requirePerson(ctx, rowId(params.id))),
      }),
    },
    PUT: {
      summary:
        "Change somebody whom the caller manages, or the own account as PUT /v1/users/me does; what is left out stays",
      access: "signed_in",
      body: anyUserBody,
      response: z.object({ data: userJson, token: z.string().optional() }),
      async handle({ ctx, request, params, body }) {
        const { id } = await requirePerson(ctx, rowId(params.id));
        if (id !== ctx.actor.userId) {
          const { user: changes } = parseInput(z.object({ user: personChanges }), body, "body");
          return { data: toUserJson(await updatePerson(ctx, id, changes)) };
        }
        const { user, token, headers } = await changeAccount({ ctx, request, body });
        return new Reply(
          { data: toUserJson(user), ...(token === undefined ? {} : { token }) },
          { headers },
        );
      },
    },
    DELETE: {
      summary:
        "Delete somebody's account; their sessions, API tokens and sockets end, what they wrote stays",
      access: ADMINS,
      response: justId,
      handle: async ({ ctx, params }) => ({ data: await deletePerson(ctx, rowId(params.id)) }),
    },
  }),
  defineApi("/v1/users/{id}/unlock", {
    PUT: {
      summary: "Clear the lock of too many failed sign-ins",
      access: ADMINS,
      response: z.object({ data: z.object({ id: z.int(), locked: z.literal(false) }) }),
      handle: async ({ ctx, params }) => ({
        data: await unlockUser(ctx, rowId(params.id)),
      }),
    },
  }),
  defineApi("/v1/users/confirm_sms_code", {
    POST: {
      summary: "Prove the own phone by the code that was sent to it; five tries",
      access: "signed_in",
      body: z.object({
        code: z
          .string()
          .trim()
          .regex(/^\d{6}$/, "must be six digits"),
      }),
      response: z.object({
        data: z.object({ phone_verified_at: z.iso.datetime() }),
        message: z.string(),
      }),
      async handle({ ctx, body }) {
        const { phoneVerifiedAt } = await confirmPhoneCode(ctx, body.code);
        return {
          data: { phone_verified_at: new Date(phoneVerifiedAt).toISOString() },
          message: "The phone number is confirmed.",
        };
      },
    },
  }),
  defineApi("/v1/users/me", {
    GET: {
      summary: "Who is signed in",
      access: "signed_in",
      duringReset: true,
      response: z.object({ data: userJson }),
      handle: ({ user }) => ({ data: toUserJson(user) }),
    },
    PUT: {
      summary:
        "Change the own account, but for role, make and facilities; a new e-mail address or password takes current_password. A new password ends every session: go on with `token`",
      access: "signed_in",
      body: anyUserBody,
      response: z.object({ data: userJson, token: z.string().optional() }),
      async handle({ ctx, request, body }) {
        const { user, token, headers } = await changeAccount({ ctx, request, body });
        return new Reply(
          { data: toUserJson(user), ...(token === undefined ? {} : { token }) },
          { headers },
        );
      },
    },
  }),
  defineApi("/v1/users/password", {
    PUT: {
      summary:
        "Set the own password, with the present one unless a reset is due; every session ends and a new one begins",
      access: "signed_in",
      duringReset: true,
      body: newPasswordBody,
      response: sessionJson,
      async handle({ ctx, request, body: { user } }) {
        const userAgent = request.headers.get("User-Agent");
        const input = {
          password: user.password,
          passwordConfirmation: user.password_confirmation,
          ...(user.current_password === undefined
            ? {}
            : { currentPassword: user.current_password }),
          ...(user.end_api_tokens === undefined ? {} : { endApiTokens: user.end_api_tokens }),
          userAgent,
        };
        const session = await setOwnPassword(ctx, input);
        const site = { env: ctx.env, request, now: ctx.now };
        // A page that calls with its cookie goes on with the new session.
        const headers =
          readSessionCookie(site) === null ? new Headers() : sessionHeaders(site, session);
        return new Reply(
          { data: { token: session.token, user: toUserJson(session.user) } },
          { headers },
        );
      },
    },
  }),
  defineApi("/v1/users/send_sms_code", {
    GET: {
      summary:
        "Send a six-digit code to the own phone, valid for 10 minutes; needs the header X-Requested-With",
      access: "signed_in",
      needsMarker: true,
      response: z.object({
        data: z.object({ phone: z.string(), expires_at: z.iso.datetime() }),
        message: z.string(),
      }),
      async handle({ ctx }) {
        const { phone, expiresAt } = await sendPhoneCode(ctx);
        return {
          data: { phone, expires_at: new Date(expiresAt).toISOString() },
          message: "The code is on its way.",
        };
      },
    },
  }),
];
