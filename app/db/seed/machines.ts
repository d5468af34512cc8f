/** Demo machines: what stands in the plants of plants.ts, with the service tiers among them. Ids are fixed. */
import type { devices, serviceTiers } from "#app/db/schema/index.ts";
import { APODACA, MAPLE_GROVE, RIVERSIDE } from "./plants.ts";

/** What the simulator makes of a machine's day; together they bring every machine state into the fleet. */
export type Profile =
  | "steady"
  | "two_shift"
  | "night_shift"
  | "setup_heavy"
  | "jam_prone"
  | "waiting"
  | "stopped"
  | "off";

const TIER_1 = 1;
const TIER_2 = 2;
const TIER_3 = 3;
const TIER_4 = 4;
const TIER_CUSTOM = 5;

/** No tier at all is the absence of a row. */
export const DEMO_TIERS: (typeof serviceTiers.$inferInsert)[] = [
  { id: TIER_1, name: "Tier 1", ui: true, reports: true },
  { id: TIER_2, name: "Tier 2", ui: true, reports: true, reportsUnlimited: true, events: true },
  {
    id: TIER_3,
    name: "Tier 3",
    ui: true,
    reports: true,
    reportsUnlimited: true,
    events: true,
    ad: true,
    maintenance: true,
  },
  {
    id: TIER_4,
    name: "Tier 4",
    ui: true,
    reports: true,
    reportsUnlimited: true,
    events: true,
    ad: true,
    adAdv: true,
    maintenance: true,
    maintenanceUnlimited: true,
  },
  {
    id: TIER_CUSTOM,
    name: "Custom Tier",
    ui: true,
    reports: true,
    events: true,
    maintenance: true,
    maintenanceUnlimited: true,
  },
];

export type DemoMachine = Omit<typeof devices.$inferInsert, "createdAt"> & {
  id: number;
  timezone: string;
  profile: Profile;
};

const NEW_YORK = { facilityId: RIVERSIDE, timezone: "America/New_York" };
const CHICAGO = { facilityId: MAPLE_GROVE, timezone: "America/Chicago" };
const MONTERREY = { facilityId: APODACA, timezone: "America/Monterrey" };
const NOWHERE = { facilityId: null, timezone: "UTC" };

export const DEMO_MACHINES: DemoMachine[] = [
  {
    id: 1,
    serialNumber: "SUN625-1187",
    manufacturerSerialNumber: "625-66-1187",
    name: "FFG 1",
    make: "Sun",
    model: "Sun625",
    serviceTierId: TIER_4,
    kiwiplan: true,
    targetSheetsPerHour: 13_500,
    profile: "steady",
    ...NEW_YORK,
  },
  {
    id: 2,
    serialNumber: "LMC-SPO1628-0342",
    manufacturerSerialNumber: "SPO1628-0342",
    name: "Rotary Die Cutter 2",
    make: "LMC",
    model: "SPO 1628 RDC",
    serviceTierId: TIER_3,
    kiwiplan: true,
    profile: "setup_heavy",
    ...NEW_YORK,
  },
  {
    id: 3,
    serialNumber: "WARD-15K-2210",
    manufacturerSerialNumber: "15000-2210",
    name: "Die Cutter 3",
    make: "Ward",
    model: "15000 RDC",
    serviceTierId: TIER_2,
    profile: "jam_prone",
    ...NEW_YORK,
  },
  {
    id: 4,
    serialNumber: "FOS-SLINE-0077",
    manufacturerSerialNumber: "SL250-0077",
    name: "Corrugator",
    make: "Fosber",
    model: "S/Line 250",
    serviceTierId: TIER_CUSTOM,
    kiwiplan: true,
    profile: "steady",
    ...NEW_YORK,
  },
  {
    id: 5,
    serialNumber: "SUN528-0954",
    manufacturerSerialNumber: "528-66-0954",
    name: "FFG 5",
    make: "Sun",
    model: "Sun528",
    serviceTierId: TIER_1,
    profile: "waiting",
    ...CHICAGO,
  },
  {
    id: 6,
    serialNumber: "LMC-SPO2700-0119",
    manufacturerSerialNumber: "SPO2700-0119",
    name: "Jumbo Die Cutter 6",
    make: "LMC",
    model: "SPO 2700 RDC",
    serviceTierId: null,
    profile: "stopped",
    ...CHICAGO,
  },
  {
    id: 7,
    serialNumber: "SUN625-1203",
    manufacturerSerialNumber: "625-50-1203",
    name: "FFG Línea 1",
    make: "Sun",
    model: "Sun625",
    serviceTierId: TIER_4,
    kiwiplan: true,
    targetSheetsPerHour: 12_500,
    profile: "steady",
    ...MONTERREY,
  },
  {
    id: 8,
    serialNumber: "WARD-18K-2381",
    manufacturerSerialNumber: "18000-2381",
    name: "Troqueladora 2",
    make: "Ward",
    model: "18000 RDC",
    serviceTierId: TIER_2,
    profile: "night_shift",
    ...MONTERREY,
  },
  {
    id: 9,
    serialNumber: "FOS-PROLINE-0101",
    manufacturerSerialNumber: "PL280-0101",
    name: "Corrugadora",
    make: "Fosber",
    model: "Pro/Line 280",
    serviceTierId: TIER_3,
    profile: "off",
    ...MONTERREY,
  },
  {
    id: 10,
    serialNumber: "LMC-SPO1628-0398",
    manufacturerSerialNumber: "SPO1628-0398",
    name: "Troqueladora 4",
    make: "LMC",
    model: "SPO 1628 RDC",
    serviceTierId: TIER_1,
    profile: "two_shift",
    ...MONTERREY,
  },
  {
    id: 11,
    serialNumber: "SUN625-0001_SIM",
    manufacturerSerialNumber: null,
    name: "FFG Test Bench",
    make: "Sun",
    model: "Sun625",
    serviceTierId: TIER_4,
    profile: "steady",
    ...NEW_YORK,
  },
  {
    id: 12,
    serialNumber: "SUN625-1240",
    manufacturerSerialNumber: "625-66-1240",
    name: "SUN625-1240",
    make: "Sun",
    model: "Sun625",
    serviceTierId: null,
    profile: "steady",
    ...NOWHERE,
  },
];

/** What people of a plant write stays in their own language. */
export type PlantLanguage = "en" | "es";
export const languageOf = ({ facilityId }: DemoMachine): PlantLanguage =>
  facilityId === APODACA ? "es" : "en";
