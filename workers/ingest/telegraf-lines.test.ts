/**
 * What Telegraf's inputs write, as their documentation shows it (plugins/inputs/{opcua,modbus,s7comm,mqtt_consumer}/README.md):
 * the field keys become the tags that the site's configuration named, however the measurement and its tags are called.
 */
import { expect, it } from "vitest";
import { toFrames } from "./line-frames.ts";
import { parseLineProtocol } from "./line-protocol.ts";

/** By tag the values in the order of their times. */
function tagsOf(text: string): Record<string, unknown[]> {
  const { lines, faults } = parseLineProtocol(text, {
    precision: "ns",
    nowMs: 1_700_000_000_000,
    maxSamples: 50_000,
  });
  expect(faults).toEqual([]);
  const found: Record<string, unknown[]> = {};
  for (const { tags } of toFrames(lines).frames)
    for (const [tag, values] of Object.entries(tags)) (found[tag] ??= []).push(...values);
  return found;
}

it("OPC UA: a line per node, with its id as a tag of the line", () => {
  expect(
    tagsOf(
      'opcua,id=ns\\=3;s\\=Temperature temp=79.0,Quality="OK (0x0)" 1597820490000000000\n' +
        "opcua,id=ns\\=2;s\\=Main.Speed Main.Speed=181.5 1597820490000000000\n",
    ),
  ).toEqual({ temp: [79], Quality: ["OK (0x0)"], "Main.Speed": [181.5] });
});

it("Modbus: the fields of a kind of register in one line", () => {
  expect(
    tagsOf(
      "modbus,name=Device,slave_id=1,type=holding_register energy=3254.5,power=23.5,frequency=50i 1554079521000000000\n" +
        "modbus,name=Device,slave_id=1,type=coil 12=1u 1554079521000000000\n",
    ),
  ).toEqual({ energy: [3254.5], power: [23.5], frequency: [50], "12": [1] });
});

it("S7: whole numbers, yes or no and texts beside each other", () => {
  expect(
    tagsOf(
      's7comm,host=Hugin DB1.R4=712i,status_ok=true,last_error="empty slot",last_error_time=1611319681000000000i 1611332164000000000\n',
    ),
  ).toEqual({
    "DB1.R4": [712],
    status_ok: [true],
    last_error: ["empty slot"],
    last_error_time: [1_611_319_681_000_000_000],
  });
});

it("MQTT: the topic as a tag of the line", () => {
  expect(
    tagsOf("mqtt_consumer,host=pop-os,topic=machine/1 speed=181.5,state=3 1653579140440951943\n"),
  ).toEqual({ speed: [181.5], state: [3] });
});
