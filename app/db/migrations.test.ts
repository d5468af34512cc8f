import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";

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
