/** What the rest of `/customers/…` and `/admin/customers/…` names (spec 002 §2). */
export const CUSTOMER_TABS = ["details", "facilities", "users", "serviceTiers"] as const;
export type CustomerTab = (typeof CUSTOMER_TABS)[number];

export type CustomerPath =
  | { kind: "tab"; customer: number | "new"; tab: CustomerTab }
  | { kind: "facility"; customer: number; facility: number | "new" }
  | { kind: "user"; customer: number; user: number | "new" };

const isTab = (text: string | undefined): text is CustomerTab =>
  CUSTOMER_TABS.some((tab) => tab === text);
const ROW_ID = /^[1-9]\d{0,14}$/;
const idOf = (text: string | undefined): number | "new" | null =>
  text === "new" ? "new" : text && ROW_ID.test(text) ? Number(text) : null;

/** Null for a path that leads nowhere. A new customer has its details only. */
export function parseCustomerPath(path: string): CustomerPath | null {
  const [first, second, third, ...rest] = path.split("/").filter(Boolean);
  const customer = idOf(first);
  if (customer === null || rest.length > 0) return null;
  if (second === undefined) return { kind: "tab", customer, tab: "details" };
  if (customer === "new")
    return second === "details" && third === undefined
      ? { kind: "tab", customer, tab: "details" }
      : null;
  if (third === undefined) return isTab(second) ? { kind: "tab", customer, tab: second } : null;
  const id = idOf(third);
  if (id === null) return null;
  if (second === "facilities") return { kind: "facility", customer, facility: id };
  return second === "users" ? { kind: "user", customer, user: id } : null;
}
