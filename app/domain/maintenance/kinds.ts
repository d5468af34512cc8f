/** Kinds with rules of their own, for browser and server; the catalogue has them all. */
export const CUSTOM_KIND = "custom";
export const CUSTOM_VALUE = 61;
export const TRANSMISSION_LIFE_KIND = "transmission_life";
export const TRANSMISSION_LIFE_VALUE = 0;
/** Transmission life of a machine that cannot feed two sheets a turn: `double_up` is false without a question. */
export const SINGLE_TRANSMISSION_VALUE = 50;

export const asksDoubleUp = (kind: string): boolean => kind === TRANSMISSION_LIFE_KIND;
