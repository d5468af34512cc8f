import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { BASE_TYPES } from "#app/domain/samplers/base-types.ts";

const statements = (name: string): string[] =>
  readFileSync(`migrations/${name}.sql`, "utf8").split("--> statement-breakpoint");

describe("the index of serial numbers without regard to case", () => {
  it("comes to a database with serials that differ in case only: the later ones get their id", () => {
    const db = new DatabaseSync(":memory:");
    db.exec(`create table devices (id integer primary key, serial_number text not null);
      create unique index devices_serial_number_unique on devices (serial_number);
      insert into devices values (1, 'SUN-1'), (2, 'sun-1'), (3, 'Sun-1'), (4, 'LMC-1');`);
    for (const statement of statements("0011_enrollment")) db.exec(statement);
    const serials = db.prepare("select serial_number from devices order by id").all();
    expect(serials.map((row) => row["serial_number"])).toEqual([
      "SUN-1",
      "sun-1~2",
      "Sun-1~3",
      "LMC-1",
    ]);
    expect(() => db.exec("insert into devices values (5, 'lmc-1', null)")).toThrow(/UNIQUE/);
  });
});

describe("the base types that came later", () => {
  it("come to every sampler once; one that it reported by that name stays its own", () => {
    const db = new DatabaseSync(":memory:");
    db.exec(`create table samplers (id integer primary key);
      create table telemetry_types (id integer primary key, sampler_id integer, name text not null,
        type text not null, members text not null, length integer, is_reported integer not null default 0);
      create unique index telemetry_types_name_idx on telemetry_types (sampler_id, name);
      insert into samplers values (1), (2);
      insert into telemetry_types values (1, 1, 'INT', 'integer', '[]', null, 0), (2, 1, 'WORD', 'odd', '[]', 4, 1);`);
    for (const statement of statements("0034_types_of_registers")) db.exec(statement);
    const types = db.prepare("select * from telemetry_types order by id").all();
    expect(types.slice(0, 2)).toMatchObject([{ name: "INT" }, { type: "odd", is_reported: 1 }]);
    const later = BASE_TYPES.filter(({ name }) => LATER.includes(name));
    for (const samplerId of [1, 2]) {
      const own = types.filter((row) => row["sampler_id"] === samplerId && row["id"] !== 1);
      expect(own.map(({ name }) => name).sort()).toEqual(LATER);
      for (const { name, type } of later.filter(({ name }) => samplerId === 2 || name !== "WORD"))
        expect(own.find((row) => row["name"] === name)).toMatchObject({
          ...{ type, members: "[]", length: null, is_reported: 0 },
        });
    }
  });
});

const LATER = [
  ...["BYTE", "DWORD", "LINT", "LREAL", "LWORD"],
  ...["UDINT", "UINT", "ULINT", "USINT", "WORD"],
];
