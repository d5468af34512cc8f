/**
 * The one way to make a /v1 endpoint: per method who may call, what is read and how it is answered.
 * Sessions, access, checking, errors, request ids, CORS and the API's description follow from that.
 *
 *   export const devicesApi = [
 *     defineApi("/v1/devices/{id}", { GET: { summary, access: "signed_in", response, handle } }),
 *   ];
 *
 * An area's endpoints stand together in its `<area>.api.server.ts`; routes/v1.$.ts gathers the areas.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { z } from "zod";
import { AppError } from "#app/domain/errors.ts";
import {
  MAX_BODY_BYTES,
  MAX_PUBLIC_BODY_BYTES,
  parseInput,
  readJson,
  readQuery,
} from "./input.server.ts";
import { preflightResponse } from "#app/platform/cors.ts";
import { registerApi } from "./registry.server.ts";
import {
  emptyResponse,
  errorResponse,
  fileResponse,
  jsonResponse,
  writtenResponse,
} from "./responses.server.ts";
import {
  requireAccess,
  requireCaller,
  requireCallLeft,
  requireMarker,
  tellCallsLeft,
} from "./caller.server.ts";
import {
  EmptyReply,
  FileReply,
  METHODS,
  Reply,
  WrittenReply,
  type AnyEndpoint,
  type AnyMethods,
  type Endpoint,
  type Method,
  type PathParams,
} from "./types.ts";
import { countRefusalLater } from "#app/platform/audit/count-refusal.server.ts";
import type { Caller } from "#app/platform/access/find-caller.server.ts";
import { sentByCall } from "#app/platform/add-once.server.ts";
import { getDeps, type Deps } from "#app/platform/context.server.ts";
import { log } from "#app/platform/log.ts";
import { HEAVY_VALUES } from "#app/domain/heavy-line.ts";
import { heavyLine } from "#app/platform/turns.ts";
import { demoOrder, maskedAnswer } from "#app/platform/demo-mode.server.ts";

type Args = LoaderFunctionArgs | ActionFunctionArgs;
export type Resource = {
  path: string;
  methods: AnyMethods;
  answer: (args: Args) => Promise<Response>;
};
type None = z.ZodUndefined;

export function defineApi<
  const Path extends `/v1/${string}`,
  GetQuery extends z.ZodType = None,
  GetAnswer extends z.ZodType = None,
  PostQuery extends z.ZodType = None,
  PostBody extends z.ZodType = None,
  PostAnswer extends z.ZodType = None,
  PutQuery extends z.ZodType = None,
  PutBody extends z.ZodType = None,
  PutAnswer extends z.ZodType = None,
  PatchQuery extends z.ZodType = None,
  PatchBody extends z.ZodType = None,
  PatchAnswer extends z.ZodType = None,
  DeleteQuery extends z.ZodType = None,
  DeleteAnswer extends z.ZodType = None,
>(
  path: Path,
  methods: {
    GET?: Endpoint<PathParams<Path>, GetQuery, None, GetAnswer>;
    POST?: Endpoint<PathParams<Path>, PostQuery, PostBody, PostAnswer>;
    PUT?: Endpoint<PathParams<Path>, PutQuery, PutBody, PutAnswer>;
    PATCH?: Endpoint<PathParams<Path>, PatchQuery, PatchBody, PatchAnswer>;
    DELETE?: Endpoint<PathParams<Path>, DeleteQuery, None, DeleteAnswer>;
  },
): Resource {
  const offered = methods as unknown as AnyMethods;
  registerApi(path, offered);
  return {
    path,
    methods: offered,
    answer: async (args) => {
      const asked: Asked = { caller: null };
      const response = await answerRequest(path, offered, args, asked);
      tellCallsLeft(response.headers, asked.caller?.calls);
      return response;
    },
  };
}

/** Who turned out to call. */
type Asked = { caller: Caller | null };

async function answerRequest(
  path: string,
  methods: AnyMethods,
  { request, context, params }: Args,
  asked: Asked,
): Promise<Response> {
  const requestId = crypto.randomUUID();
  try {
    const names = METHODS.filter((method) => methods[method]);
    if (request.method === "OPTIONS") return preflightResponse(allowedOf(names), requestId);
    const endpoint = methods[(request.method === "HEAD" ? "GET" : request.method) as Method];
    if (!endpoint) return methodNotAllowed(names, request, requestId);

    const deps = getDeps(context, request);
    const caller =
      endpoint.access === "public" ? null : await requireCaller(endpoint, request, deps);
    asked.caller = caller;
    if (caller !== null) {
      requireCallLeft(caller);
      requireAccess(caller, endpoint, path, request);
    }
    if (endpoint.needsMarker) requireMarker(request);
    const query = endpoint.query
      ? parseInput(endpoint.query, readQuery(new URL(request.url)), "query")
      : undefined;
    const body = endpoint.body
      ? parseInput(endpoint.body, await readJson(request, bodyLimits(endpoint)), "body")
      : undefined;
    const sent = endpoint.addsOnce ? sentByCall(request, body) : undefined;
    const handle = endpoint.handle as (input: unknown) => ReturnType<AnyEndpoint["handle"]>;
    const answerIt = async (): Promise<Response> => {
      const answer = await handle({
        deps,
        request,
        params,
        query,
        body,
        actor: caller?.actor,
        user: caller?.user,
        ctx: caller && { ...deps, actor: caller.actor, sent },
      });
      if (answer instanceof EmptyReply) return emptyResponse(requestId);
      if (answer instanceof FileReply)
        return fileResponse(answer, requestId, (error) =>
          getDeps(context).reportFailure({ where: path, error, requestId }),
        );
      const isMasked = caller !== null && demoOrder(request, caller.user) !== null;
      if (answer instanceof WrittenReply && !isMasked)
        return writtenResponse(answer.pieces(), requestId);
      const whole = answer instanceof WrittenReply ? answer.value() : answer;
      const { body: plain, init } =
        whole instanceof Reply ? whole : { body: whole, init: { status: endpoint.status ?? 200 } };
      return jsonResponse(
        caller ? await maskedAnswer(plain, request, caller.user) : plain,
        requestId,
        init,
      );
    };
    const weigh = endpoint.weigh as ((asked: unknown) => number) | undefined;
    if (caller === null || weigh === undefined || weigh({ query, body }) < HEAVY_VALUES)
      return await answerIt();
    return await heavyLine.run(lineOf(caller), answerIt);
  } catch (error) {
    if (asked.caller !== null && error instanceof AppError && error.code === "forbidden")
      noteDenied(getDeps(context, request), asked.caller);
    if (!(error instanceof AppError))
      getDeps(context).reportFailure({ where: path, error, requestId });
    if (error instanceof AppError && request.method !== "GET") noteInvalid(error, path, request);
    return errorResponse(error, request, requestId);
  }
}

const bodyLimits = ({ access, maxBodyBytes, isBodyOptional }: AnyEndpoint) => ({
  maxBodyBytes: maxBodyBytes ?? (access === "public" ? MAX_PUBLIC_BODY_BYTES : MAX_BODY_BYTES),
  isBodyOptional,
});

/** A person has one line, whatever they come with; what is nobody's account has its own. */
const lineOf = ({ actor: { userId, sessionId } }: Caller): string =>
  userId === 0 ? `session ${sessionId}` : `user ${userId}`;

/** As what a form refuses is: which fields of what is written were wrong, and nothing of what they held. */
function noteInvalid({ code, status, fields }: AppError, path: string, { method }: Request): void {
  if (code === "validation_failed")
    log({ event: "call_refused", method, path, status, fields: Object.keys(fields ?? {}) });
}

const noteDenied = (deps: Deps, { actor }: Caller): void =>
  countRefusalLater(deps, { kind: "access_denied", actor });

/** Whatever is read by GET answers HEAD too. */
const allowedOf = (names: readonly Method[]): string[] => [
  ...names.flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name])),
  "OPTIONS",
];

function methodNotAllowed(names: readonly Method[], request: Request, requestId: string): Response {
  const message = `${request.method} is not offered here; ${names.join(", ")} ${names.length === 1 ? "is" : "are"}.`;
  const response = errorResponse(
    new AppError("method_not_allowed", { message }),
    request,
    requestId,
  );
  response.headers.set("Allow", allowedOf(names).join(", "));
  return response;
}

/** For /v1 paths that name nothing. */
export function answerUnknownPath({ request }: Args): Response {
  const requestId = crypto.randomUUID();
  if (request.method === "OPTIONS") return preflightResponse(METHODS, requestId);
  return errorResponse(
    new AppError("not_found", {
      message: `There is no ${new URL(request.url).pathname.slice(0, 200)}.`,
    }),
    request,
    requestId,
  );
}
