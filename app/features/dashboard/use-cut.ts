import { useIsCut as useIsPageCut } from "#app/live/index.ts";

/** Whether the page hears nothing any more, for the dashboard's route, which knows no live client. */
export const useIsCut = (): boolean => useIsPageCut();
