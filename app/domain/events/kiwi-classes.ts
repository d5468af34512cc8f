/** Classes of the order system's events that are shown (spec 001 §3), beside events without a class. */
export const SHOWN_KIWI_CLASSES = [4, 6] as const;
export const isShownKiwiClass = (kiwiClass: number | null): boolean =>
  kiwiClass === null || SHOWN_KIWI_CLASSES.some((shown) => shown === kiwiClass);
