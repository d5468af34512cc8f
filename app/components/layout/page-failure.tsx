import { ErrorScreen } from "./error-screen.tsx";
import { useRouteFailure } from "./use-route-failure.ts";

/** The ErrorBoundary of a page inside the shell: the bar above stays usable. */
export function PageFailure() {
  return <ErrorScreen kind={useRouteFailure()} framed={false} />;
}
