/**
 * Sample data for whoever develops a page against Helios' old addresses (spec 002 §3, §7): fixed, of nobody, in local mode
 * only. The address without `/sample` answers an empty list.
 */
const state = (
  id: number,
  title: string,
  value: string,
  status: "error" | "above_average" | "normal" = "normal",
) => ({
  ...{ id, title, value, status },
  type: value === "true" || value === "false" ? ("boolean" as const) : ("value" as const),
});

const MACHINE_STATES = [
  state(1, "SPH", "8,450", "above_average"),
  state(2, "UPTIME", "92%"),
  state(3, "MSF", "164.2"),
  state(4, "TRANSMISSION HEALTH", "97%", "above_average"),
  state(5, "ANVIL BLANKET THICKNESS", "0.28 in"),
  state(6, "TEMPERATURE", "141 °F", "error"),
  state(7, "JAM DETECTED", "false"),
  state(8, "TIME ONLINE", "6 h 12 min"),
  state(9, "SHEET COUNT", "48,210"),
  state(10, "WASH REQUESTED", "true"),
  state(11, "E-STOP PRESSED", "false"),
  state(12, "GRINDER STATUS", "true"),
  state(13, "PUMP STROKES", "1,204"),
];

const MACHINE_CONFIGS = [
  {
    ...{ id: "1", serial_number: "SAMPLE-0001", firmware_version: "2.4.1", frequency: "1000" },
    tags: "machine_speed,machine_state,sheet_count",
  },
];

const issue = (
  id: number,
  status: "Pending" | "Verified" | "Dismissed",
  component: "Die Cutter" | "Feeder" | "Printer",
  size: "XS" | "S" | "M" | "L" | "XL" | "2XL" | "3XL",
  machineState: "Feeding" | "Offline" | "Online",
) => ({
  ...{ id, date: `2026-01-0${id}T08:30:00.000Z`, status, component, downtime: id * 15 },
  ...{ make: "Sun", model: "625", size, sun_number: `SUN-${1000 + id}` },
  ...{ machine_state: machineState, modified_by: "Sample Person", machine_id: 1 },
});
const ISSUES = [
  issue(1, "Pending", "Feeder", "M", "Offline"),
  issue(2, "Verified", "Die Cutter", "L", "Feeding"),
  issue(3, "Dismissed", "Printer", "XL", "Online"),
  issue(4, "Pending", "Printer", "S", "Offline"),
];

const MAINTENANCE = [
  {
    ...{ id: 1, name: "Anvil blanket", type: "replacement", cutoff_value: "15%" },
    ...{ recommended_date: "2026-02-01", instructions: "Replace the blanket and true the anvil." },
    ...{ burn_rates: [] as number[], history: [] as string[] },
  },
];

const CUSTOMERS = [
  {
    ...{ id: 1, name: "Sample Boxes", point_of_contact: "Sample Person", phone: "+14235550100" },
    ...{ city: "Rome", state: "GA", country: "usa", num_machines: 3, created_date: "2026-01-01" },
  },
];

const user = (id: number, role: "User" | "Admin", status: "Active" | "Disabled" | "Invited") => ({
  ...{ id, first_name: "Sample", last_name: `Person ${id}`, email: `sample${id}@boxes.example` },
  ...{ phone: "+14235550100", customer: "Sample Boxes", role, status, facility: "Sample Plant" },
});
const USERS = [user(1, "Admin", "Active"), user(2, "User", "Disabled"), user(3, "User", "Invited")];

/** Addresses that have an empty list beside their sample. */
const SAMPLES: Record<string, readonly object[]> = {
  "/api/machine/state": MACHINE_STATES,
  "/api/machine/config": MACHINE_CONFIGS,
  "/api/issues/list": ISSUES,
  "/api/customer/list": CUSTOMERS,
  "/api/customer/users/list": USERS,
};

/** What an address answers; null: it has no sample data. `status`: of issues, all when it is none of theirs. */
export function sampleDataAt(path: string, status: string | null): readonly object[] | null {
  if (path === "/api/maintenance/list/sample") return MAINTENANCE;
  if (Object.hasOwn(SAMPLES, path)) return [];
  const list = path.endsWith("/sample") ? path.slice(0, -"/sample".length) : "";
  if (!Object.hasOwn(SAMPLES, list)) return null;
  return list === "/api/issues/list" && status === "Pending"
    ? ISSUES.filter((each) => each.status === status)
    : SAMPLES[list]!;
}
