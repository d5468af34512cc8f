import { useEffect, useLayoutEffect } from "react";

/** Before the browser draws; on the server, where nothing is drawn, React would complain of it. */
export const useLayoutEffectInBrowser =
  typeof document === "undefined" ? useEffect : useLayoutEffect;
