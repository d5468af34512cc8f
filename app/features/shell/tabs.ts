import type { Role } from "#app/domain/access/types.ts";

export type Tab = {
  key: "dashboard" | "machines" | "organization" | "reports" | "admin" | "customers";
  to: string;
};

const DASHBOARD: Tab = { key: "dashboard", to: "/dashboard" };
const MACHINES: Tab = { key: "machines", to: "/machines" };
const CUSTOMERS: Tab = { key: "customers", to: "/customers" };
const REPORTS: Tab = { key: "reports", to: "/reports" };

/** The tabs of the top bar by role (spec 000 §2). */
export function topTabs({ role, customerId }: { role: Role; customerId: number | null }): Tab[] {
  if (role === "superuser") return [DASHBOARD, MACHINES, REPORTS, { key: "admin", to: "/admin" }];
  if (role === "admin" && customerId !== null)
    return [DASHBOARD, MACHINES, { key: "organization", to: `/customers/${customerId}` }, REPORTS];
  // They see every customer and have no admin area, which leads superusers there.
  if (role === "oem_superuser") return [DASHBOARD, MACHINES, CUSTOMERS, REPORTS];
  return [DASHBOARD, MACHINES, REPORTS];
}

/** The phone's side menu: the same, and the customers for those who have several. */
export function sideTabs(user: { role: Role; customerId: number | null }): Tab[] {
  const tabs = topTabs(user);
  return user.role === "superuser"
    ? [DASHBOARD, MACHINES, CUSTOMERS, REPORTS, ...tabs.slice(3)]
    : tabs;
}
