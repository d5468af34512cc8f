/**
 * For every page at once: a refusal that its loader or action made no words of is answered with its own status, and the
 * failure screen says it. It is the caller's fault, so nothing is reported as broken.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from "@remix-run/cloudflare";
import { AppError } from "#app/domain/errors.ts";

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
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      throw new Response(error.message, { status: error.status });
    }
  };
