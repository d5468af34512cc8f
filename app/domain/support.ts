/** The service desk outside of Helios, behind every "Help and contact". */
export const SUPPORT_URL = "https://support.helios.example/";
/** How personal data and cookies are handled; kept by the operator, beside the service desk. */
export const PRIVACY_URL = "https://support.helios.example/privacy";
/** Whoever sells service tiers. */
export const SALES_EMAIL = "sales@helios.example";
/** Whoever helps with machines and accounts, by mail. */
export const SUPPORT_EMAIL = "support@helios.example";
