/** Sample data: which addresses there are, what each of them holds, and that deployed ones hold nothing. */
import { describe, expect, it } from "vitest";
import { answerSampleData } from "./sample-data.ts";

const LISTS = [
  "/api/machine/state",
  "/api/machine/config",
  "/api/issues/list",
  "/api/customer/list",
  "/api/customer/users/list",
];
const PATHS = [
  ...LISTS.flatMap((path) => [path, `${path}/sample`]),
  "/api/maintenance/list/sample",
];

const ask = (path: string, mode: "local" | "staging" | "production" = "local", method = "GET") => {
  const url = new URL(path, "http://localhost:4000");
  return answerSampleData(new Request(url, { method }), url, { HELIOS_MODE: mode });
};
const listOf = async (path: string) => (await ask(path)!.json()) as Record<string, unknown>[];
const fieldsOf = async (path: string) => Object.keys((await listOf(path))[0]!).sort();
const named = (fields: string) => fields.split(" ").sort();

describe("sample data", () => {
  it("stands at its addresses in local mode, empty where no sample is asked for", async () => {
    for (const path of PATHS) {
      expect([path, ask(path)?.status]).toEqual([path, 200]);
      expect([path, (await listOf(path)).length > 0]).toEqual([path, path.endsWith("/sample")]);
    }
  });

  it.each(["staging", "production"] as const)("is not there in %s", (mode) => {
    for (const path of PATHS) expect([path, ask(path, mode)]).toEqual([path, null]);
  });

  it("takes nothing but GET, and no address beside its own", () => {
    expect(ask("/api/machine/state", "local", "POST")).toBeNull();
    for (const path of [
      ...["/api/maintenance/list", "/api/v2/write", "/api/machine/state/", "/api/machine"],
      ...["/sample", "/api/toString/sample", "/api/issues/list/sample/sample", "/constructor"],
    ])
      expect([path, ask(path)]).toEqual([path, null]);
  });

  it("has of each thing the fields that the specification names", async () => {
    expect(await fieldsOf("/api/machine/state/sample")).toEqual(
      named("id title value status type"),
    );
    expect((await listOf("/api/machine/state/sample")).map(({ title }) => title)).toEqual([
      ...["SPH", "UPTIME", "MSF", "TRANSMISSION HEALTH", "ANVIL BLANKET THICKNESS", "TEMPERATURE"],
      ...["JAM DETECTED", "TIME ONLINE", "SHEET COUNT", "WASH REQUESTED", "E-STOP PRESSED"],
      ...["GRINDER STATUS", "PUMP STROKES"],
    ]);
    const [config] = await listOf("/api/machine/config/sample");
    expect(Object.keys(config!).sort()).toEqual(
      named("id serial_number firmware_version frequency tags"),
    );
    expect(Object.values(config!).every((value) => typeof value === "string")).toBe(true);
    expect(await fieldsOf("/api/issues/list/sample")).toEqual(
      named(
        "id date status component downtime make model size sun_number machine_state modified_by machine_id",
      ),
    );
    expect(await fieldsOf("/api/maintenance/list/sample")).toEqual(
      named("id name type cutoff_value recommended_date instructions burn_rates history"),
    );
    expect(await fieldsOf("/api/customer/list/sample")).toEqual(
      named("id name point_of_contact phone city state country num_machines created_date"),
    );
    expect(await fieldsOf("/api/customer/users/list/sample")).toEqual(
      named("id first_name last_name email phone customer role status facility"),
    );
  });

  it("lists issues of every status, or those that are pending", async () => {
    const statuses = async (query: string) => [
      ...new Set((await listOf(`/api/issues/list/sample${query}`)).map(({ status }) => status)),
    ];
    expect((await statuses("")).sort()).toEqual(["Dismissed", "Pending", "Verified"]);
    expect(await statuses("?status=Pending")).toEqual(["Pending"]);
    expect((await statuses("?status=Other")).length).toBe(3);
  });
});
