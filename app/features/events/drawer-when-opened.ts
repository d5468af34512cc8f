import { loadWhenOpened } from "#app/components/load-later.tsx";

/** The drawer of an event, fetched when there is a view of it to show. */
export const EventDrawer = loadWhenOpened(
  () => import("./event-drawer.tsx"),
  "provider.report",
  ({ view, onChange }) => ({
    open: view !== null,
    onClose: () => onChange(null),
    name: view === null || view.kind === "report" ? undefined : view.event.name,
  }),
);
