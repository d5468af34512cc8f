import { expect, it } from "vitest";
import { MAPPING_COLUMNS, mappingsToCsv, readMappingCsv } from "./mapping-csv.ts";
import type { MappingJson } from "./schemas.ts";

const mapping = (change: Partial<MappingJson>): MappingJson => ({
  id: 1,
  sampler_id: 1,
  device_id: 1,
  machine_key: "Main.Speed",
  human_key: "machine_speed",
  telemetry_type_id: 7,
  is_type_gone: false,
  primary_section: "die cutting",
  uts_anomaly_detection_enabled: false,
  threshold_anomaly_detection_enabled: true,
  threshold_lower_bound_percentile: 0.1,
  threshold_upper_bound_percentile: null,
  ...change,
});

it("what goes out comes back as it was, odd keys too", async () => {
  const keys = ['a,"b"', "=1+1", "@x", " spaced", "é|3", "-5"];
  const text = mappingsToCsv(
    keys.map((machine_key, n) => mapping({ machine_key, human_key: `h${n}` })),
    () => "REAL",
  );
  expect(text.split("\r\n")[0]).toBe(MAPPING_COLUMNS.join(","));
  const { rows, faults } = await readMappingCsv(text);
  expect(faults).toEqual([]);
  expect(rows.map(({ machine_key }) => machine_key)).toEqual(keys.map((key) => key.trim()));
  expect(rows[0]).toEqual({
    machine_key: 'a,"b"',
    human_key: "h0",
    type: "REAL",
    primary_section: "die cutting",
    uts_anomaly_detection_enabled: false,
    threshold_anomaly_detection_enabled: true,
    threshold_lower_bound_percentile: 0.1,
    threshold_upper_bound_percentile: null,
  });
});

it("takes columns in any order, leaves out those that are not there, and reads what a spreadsheet writes", async () => {
  const { rows, faults } = await readMappingCsv(
    "\uFEFFHuman_Key;machine_key;note;uts_anomaly_detection_enabled\r\nspeed;Main;x;TRUE\r\ntemp;Dryer;;\r\n",
  );
  expect(faults).toEqual([]);
  expect(rows).toEqual([
    { machine_key: "Main", human_key: "speed", uts_anomaly_detection_enabled: true },
    { machine_key: "Dryer", human_key: "temp" },
  ]);
});

it.each([
  ["", "no_columns", 1],
  ["name,value\r\na,b", "no_columns", 1],
  ['machine_key,human_key\r\n"open,b', "unreadable", 2],
  ["machine_key,human_key,uts_anomaly_detection_enabled\r\na,b,maybe", "yes_or_no", 2],
  ["machine_key,human_key,threshold_lower_bound_percentile\r\na,b,0.1\r\nc,d,low", "number", 3],
  [`machine_key,human_key\r\n${"a,b\r\n".repeat(5_001)}`, "limit", 1],
])("says where %j is wrong", async (text, code, line) => {
  const { faults } = await readMappingCsv(text);
  expect(faults).toMatchObject([{ code, line }]);
});
