/** For the dashboard's route, which knows no live client. */
export { useIsCut } from "#app/live/index.ts";
