/** The files of public/logos that a customer may choose from; anything else is nobody's logo. */
export const CUSTOMER_LOGOS = ["box.svg", "flute.svg", "roll.svg", "sheets.svg"] as const;
export type CustomerLogo = (typeof CUSTOMER_LOGOS)[number];

export const isCustomerLogo = (name: unknown): name is CustomerLogo =>
  CUSTOMER_LOGOS.some((logo) => logo === name);
