import { expect, it } from "vitest";
import { spanOnItsWay } from "./timeline-spans.ts";

const HERE = "/machines/1/events";

it("knows the span that the page is on its way to, and keeps the one that is shown for any other page", () => {
  const to = (search: string, pathname = HERE) => spanOnItsWay("week", HERE, { pathname, search });
  expect(to("?event_id=7&span=month")).toBe("month");
  expect(to("?span=week&event_id=7")).toBe("week");
  expect(to("")).toBe("day");
  expect(to("?span=month", "/machines/2/events")).toBe("week");
  expect(spanOnItsWay("week", HERE, undefined)).toBe("week");
});
