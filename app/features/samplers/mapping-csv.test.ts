import { expect, it } from "vitest";
import { MAPPING_COLUMNS, mappingsToCsv, readMappingCsv } from "./mapping-csv.ts";
import type { MappingJson } from "./schemas.ts";

const read = (content: string | Uint8Array<ArrayBuffer>) => readMappingCsv(new Blob([content]));
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
  threshold_upper_bound_percentile: 99.9,
  ...change,
});

it("what goes out comes back as it was, odd keys too", async () => {
  const keys = ['a,"b"', "=1+1", "@x", " spaced", "é|3", "-5"];
  const text = mappingsToCsv(
    keys.map((machine_key, n) => mapping({ machine_key, human_key: `h${n}` })),
    () => "REAL",
  );
  expect(text.split("\r\n")[0]).toBe(MAPPING_COLUMNS.join(","));
  const { rows, faults } = await read(text);
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
    threshold_upper_bound_percentile: 99.9,
  });
});

it("takes columns in any order, leaves out those that are not there, and reads what a spreadsheet writes", async () => {
  const { rows, faults } = await read(
    "\uFEFFHuman_Key;machine key;note;uts_anomaly_detection_enabled\r\nspeed;Main;x;TRUE\r\ntemp;Dryer;;\r\n",
  );
  expect(faults).toEqual([]);
  expect(rows).toEqual([
    { machine_key: "Main", human_key: "speed", uts_anomaly_detection_enabled: true },
    { machine_key: "Dryer", human_key: "temp" },
  ]);
});

it("reads what a Spanish spreadsheet writes: semicolons, a decimal comma, its own words, Windows-1252", async () => {
  const text =
    "machine_key;human_key;primary_section;uts_anomaly_detection_enabled;threshold_anomaly_detection_enabled;threshold_lower_bound_percentile;threshold_upper_bound_percentile\r\n" +
    "Presi\u00f3n,1;presion;;FALSO;VERDADERO;0,5;99,9\r\n;;;;;;\r\n";
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  expect(await read(bytes)).toEqual({
    faults: [],
    rows: [
      {
        machine_key: "Presi\u00f3n,1",
        human_key: "presion",
        primary_section: null,
        uts_anomaly_detection_enabled: false,
        threshold_anomaly_detection_enabled: true,
        threshold_lower_bound_percentile: 0.5,
        threshold_upper_bound_percentile: 99.9,
      },
    ],
  });
});

it("counts the lines of the file: blank ones, and those inside quotes", async () => {
  const { faults } = await read(
    'machine_key,human_key,note,uts_anomaly_detection_enabled\r\n\r\na,b,"two\r\nlines",yes\r\n,,,\r\nc,d,,maybe\r\n',
  );
  expect(faults).toEqual([{ code: "yes_or_no", line: 6, value: "maybe" }]);
});

it("names the line in which a row begins, however many it has", async () => {
  const { faults } = await read(
    'machine_key,human_key,note,uts_anomaly_detection_enabled\r\na,b,"three\r\nlines\r\nlong",maybe\r\n',
  );
  expect(faults).toEqual([{ code: "yes_or_no", line: 2, value: "maybe" }]);
});

it("says that the device could not open the file", async () => {
  const file = {
    size: 1,
    arrayBuffer: () => Promise.reject(new DOMException("", "NotFoundError")),
  };
  const { faults } = await readMappingCsv(file as unknown as Blob);
  expect(faults).toEqual([{ code: "unread", line: 1, value: "" }]);
});

it.each([
  ["", "no_columns", 1],
  ["name,value\r\na,b", "no_columns", 1],
  ['machine_key,human_key\r\n"open,b', "unreadable", 2],
  ["machine_key,human_key,uts_anomaly_detection_enabled\r\na,b,maybe", "yes_or_no", 2],
  ["machine_key,human_key,threshold_lower_bound_percentile\r\na,b,0.1\r\nc,d,low", "number", 3],
  [`machine_key,human_key\r\na,b\r\n${"k".repeat(257)},d`, "too_long", 3],
  [`machine_key,human_key\r\na,${"h".repeat(65)}`, "too_long", 2],
  [" ".repeat(3_000_001), "too_big", 1],
  [`machine_key,human_key\r\n${"a,b\r\n".repeat(5_001)}`, "limit", 1],
])("says where %.60j is wrong", async (text, code, line) => {
  const { faults } = await read(text);
  expect(faults).toMatchObject([{ code, line }]);
});

it("leaves out empty percentiles of a row whose threshold is on or not said, and keeps them as none where it is off", async () => {
  const head =
    "machine_key,human_key,threshold_anomaly_detection_enabled,threshold_lower_bound_percentile,threshold_upper_bound_percentile";
  const { rows } = await read(`${head}\na,a,true,,\nb,b,,,99\nc,c,false,,\n`);
  expect(rows).toEqual([
    { machine_key: "a", human_key: "a", threshold_anomaly_detection_enabled: true },
    { machine_key: "b", human_key: "b", threshold_upper_bound_percentile: 99 },
    {
      machine_key: "c",
      human_key: "c",
      threshold_anomaly_detection_enabled: false,
      threshold_lower_bound_percentile: null,
      threshold_upper_bound_percentile: null,
    },
  ]);
  const off = mapping({
    threshold_anomaly_detection_enabled: false,
    threshold_lower_bound_percentile: null,
    threshold_upper_bound_percentile: null,
  });
  const back = await read(mappingsToCsv([off], () => "REAL"));
  expect(back.rows[0]).toMatchObject({
    threshold_anomaly_detection_enabled: false,
    threshold_lower_bound_percentile: null,
    threshold_upper_bound_percentile: null,
  });
});
