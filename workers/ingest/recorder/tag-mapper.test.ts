import { expect, test } from "vitest";
import { TagMapper } from "./tag-mapper.ts";

type Sampler = Parameters<TagMapper["metricOf"]>[0];
const sampler = (onlyMappedTags: boolean) =>
  ({ onlyMappedTags, mappings: { DB10: "vacuum", DB11_upper: "set_point" } }) as unknown as Sampler;
const named = (onlyMappedTags: boolean, ...tags: string[]) => {
  const mapper = new TagMapper();
  return tags.map((tag) => mapper.metricOf(sampler(onlyMappedTags), tag));
};

test("a tag is the metric that it is mapped to, or has the name of", () => {
  expect(named(true, "DB10", "vacuum", "DB12")).toEqual(["vacuum", "vacuum", null]);
  expect(named(false, "DB12")).toEqual(["DB12"]);
});

test("a companion of a mapped tag, by either of its names, is that of its metric", () => {
  const sent = ["DB10_ad_flag", "DB10_upper", "vacuum_lower", "DB12_ad_flag", "DB10_ad_uts"];
  const companions = ["vacuum_ad_flag", "vacuum_upper", "vacuum_lower"];
  expect(named(true, ...sent)).toEqual([...companions, null, null]);
  expect(named(false, ...sent)).toEqual([...companions, "DB12_ad_flag", "DB10_ad_uts"]);
  expect(named(true, "DB11_upper")).toEqual(["set_point"]);
});
