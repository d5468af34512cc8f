import { expect, it } from "vitest";
import { shapeOfPath } from "./path-shape.ts";

it.each([
  ["/machines/7/overview", "/machines/{}/overview"],
  ["/v1/customers/3/facilities", "/v1/customers/{}/facilities"],
  ["/customers/3/serviceTiers", "/customers/{}/serviceTiers"],
  ["/alarms/journal/file", "/alarms/journal/file"],
  ["/dev/outbox.json", "/dev/outbox.json"],
  ["/", "/"],
])("keeps Helios' own words of %s", (path, shape) => {
  expect(shapeOfPath(path)).toBe(shape);
});

it.each([
  [`/login/setup-account/${"t".repeat(43)}`, "/login/setup-account/{}"],
  ["/v1/devices/SN-4711/metrics", "/v1/devices/{}/metrics"],
  ["/v1/devices/flexo4", "/v1/devices/{}"],
  ["/q/k3jxr8", "/q/{}"],
  ["/customers/3/users/Ada%20First", "/customers/{}/users/{}"],
  ["/machines/Ada", "/machines/{}"],
  ["/a/kim@x.example/12", "/a/{}/{}"],
  ["/s/x?token=1.abc", "/s/x"],
  ["/machines/1#note", "/machines/{}"],
])("tells nothing that somebody else named of %s", (path, shape) => {
  expect(shapeOfPath(path)).toBe(shape);
});
