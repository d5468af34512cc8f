import { useFetchers } from "@remix-run/react";

/** True from the moment when demo mode was switched on until the page's data has come anew: what shows real names is hidden meanwhile. */
export const useMaskingSoon = (): boolean =>
  useFetchers().some(({ formData }) => formData?.get("demo") === "on");
