import { useFetchers } from "@remix-run/react";

/** True from the moment when demo mode was switched on or off until the page's data has come anew: names read before are others. */
export const useDemoSwitching = (): boolean =>
  useFetchers().some(({ formData }) => formData?.has("demo") === true);
