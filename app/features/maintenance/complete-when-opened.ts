import { loadWhenOpened } from "#app/components/load-later.tsx";

type Props = { work: { name: string } | null; onClose: () => void };

/** Open while there is work to do it to. */
export const whileThereIsWork = ({ work, onClose }: Props) => ({
  open: work !== null,
  onClose,
  name: work?.name,
});

/** The dialog that marks work as complete, fetched when it is first opened. */
export const CompleteDialog = loadWhenOpened(
  () => import("./complete-dialog.tsx"),
  "crumbs.maintenance",
  whileThereIsWork,
);
