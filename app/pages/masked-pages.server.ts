/**
 * Demo mode for every page at once: what a loader or action gives goes through domain/demo/mask-answer.ts before Remix sees
 * it, so that no page masks by itself and none can forget. What was typed into a form that shows masked names would be
 * stored in place of the real ones, so pages change nothing in demo mode but the reader's own account and choices.
 */
import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type ServerBuild,
} from "@remix-run/cloudflare";
import { z } from "zod";
import { maskAnswer, type Masking } from "#app/domain/demo/mask-answer.ts";
import { AppError } from "#app/domain/errors.ts";
import { findMasking } from "#app/platform/demo-mode.server.ts";
import { readCookie } from "#app/domain/access/session-token.ts";
import { DEMO_COOKIE } from "#app/domain/preferences.ts";
import { answerForm, textOf } from "./answer-form.server.ts";
import { findUser } from "./guards.server.ts";
import { readForm } from "./read-form.server.ts";

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Routes = ServerBuild["routes"];

/** Routes that show only the reader's own data or nobody's, and /v1, which masks its answers itself. */
const AS_THEY_ARE =
  /^root$|^routes\/(?:_app|_app\.account.*|_index|login.*|logout|preferences|terms|errors\..*|s\..*|display\..*|v1\..*)(?:\/route)?$/;

export const withMaskedPages = (routes: Routes): Routes =>
  Object.fromEntries(
    Object.entries(routes).map(([id, route]) => {
      if (route === undefined || AS_THEY_ARE.test(id)) return [id, route];
      const { loader, action } = route.module;
      const module = {
        ...route.module,
        ...(loader && { loader: async (args: Args) => masked(args, await loader(args as never)) }),
        ...(action && { action: (args: Args) => maskedAction(args, id, action as Handler) }),
      };
      return [id, { ...route, module } as typeof route];
    }),
  );

type Handler = (args: Args) => Promise<unknown>;

async function maskedAction(args: Args, id: string, action: Handler): Promise<unknown> {
  if ((await maskingOf(args)) === null) return action(args);
  return CHANGES_NO_NAME.test(id) ? masked(args, await action(args)) : refuseChange(args);
}

/** Sends a message again; makes a file, which masks what it holds. */
const CHANGES_NO_NAME = /^routes\/(?:_app\.outbox|reports\.file\.\$kind)(?:\/route)?$/;

/** What was typed comes back, and why nothing was changed. */
async function refuseChange({ request }: Args) {
  const form = await readForm(request);
  return answerForm({
    intent: textOf(form, "intent") ?? "",
    form,
    schema: z.looseObject({}),
    run: () => {
      throw new AppError("conflict", { problem: { code: "demo_mode" } });
    },
  });
}

async function masked(args: Args, result: unknown): Promise<unknown> {
  const masking = await maskingOf(args);
  if (masking === null) return result;
  if (result instanceof Response) return maskedResponse(result, masking);
  if (isWithInit(result)) return data(maskAnswer(result.data, masking), result.init ?? undefined);
  return maskAnswer(result, masking);
}

/** JSON of a page's own endpoint; a redirect or a file of another kind as it is. */
async function maskedResponse(response: Response, masking: Masking): Promise<Response> {
  const isJson = response.headers.get("Content-Type")?.includes("json") ?? false;
  if (!isJson) return response;
  const { status, headers } = response;
  return Response.json(maskAnswer(await response.json(), masking), { status, headers });
}

const isWithInit = (value: unknown): value is { data: unknown; init: ResponseInit | null } =>
  typeof value === "object" &&
  value !== null &&
  "type" in value &&
  value.type === "DataWithResponseInit";

async function maskingOf(args: Args): Promise<Masking | null> {
  // Without the cookie nobody need be looked for.
  if (readCookie(args.request.headers.get("Cookie"), DEMO_COOKIE) === null) return null;
  const user = await findUser(args);
  return user && findMasking(args.request, user);
}
