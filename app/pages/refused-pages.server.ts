/**
 * For every page at once: a refusal that its loader or action made no words of is answered with its own status, and the
 * failure screen says it. It is the caller's fault, so nothing is reported as broken. A database that does not answer is
 * nobody's: 503, and the log says why.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from "@remix-run/cloudflare";
import { AppError } from "#app/domain/errors.ts";
import { databaseFailure } from "#app/platform/db-errors.ts";
import { errorText, log } from "#app/platform/log.ts";

type Routes = ServerBuild["routes"];
type Handler = (args: LoaderFunctionArgs | ActionFunctionArgs) => Promise<unknown>;

export const withRefusals = (routes: Routes): Routes =>
  Object.fromEntries(
    Object.entries(routes).map(([id, route]) => {
      if (route === undefined) return [id, route];
      const { loader, action } = route.module;
      const module = {
        ...route.module,
        ...(loader && { loader: answeringRefusals(loader as Handler) }),
        ...(action && { action: answeringRefusals(action as Handler) }),
      };
      return [id, { ...route, module } as typeof route];
    }),
  );

const answeringRefusals =
  (handler: Handler): Handler =>
  async (args) => {
    try {
      return await handler(args);
    } catch (error) {
      const away = databaseFailure(error);
      if (away) {
        log({
          event: "request_failed",
          requestId: crypto.randomUUID(),
          method: args.request.method,
          path: new URL(args.request.url).pathname,
          error: errorText(error),
        });
        throw new Response(null, { status: away.status, headers: away.headers });
      }
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      throw new Response(error.message, { status: error.status, headers: error.headers });
    }
  };
