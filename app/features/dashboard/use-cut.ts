import { useConnection } from "#app/live/index.ts";

/** Whether the page hears nothing any more: what it shows is of before then. */
export const useIsCut = (): boolean => useConnection() === "lost";
