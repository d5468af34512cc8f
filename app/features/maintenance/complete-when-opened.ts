import { loadWhenOpened } from "#app/components/load-later.tsx";

type Props = { work: object | null; onClose: () => void };

/** Open while there is work to do it to. */
export const whileThereIsWork = ({ work, onClose }: Props) => ({ open: work !== null, onClose });

/** The dialog that marks work as complete, fetched when it is first opened. */
export const CompleteDialog = loadWhenOpened(
  () => import("./complete-dialog.tsx"),
  whileThereIsWork,
);
