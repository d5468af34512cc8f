/**
 * Which metric a sampler's tag is: by its mapping, by a human key sent as it is, as the companion of either (CONTRACT §3), or,
 * unless only mapped tags are wanted, by its own name.
 */
import { SENT_SUFFIXES } from "#app/domain/detection/companions.ts";
import type { RecorderConfig } from "#app/domain/series/recorder-port.ts";

type Sampler = RecorderConfig["samplers"][number];

export class TagMapper {
  /** Per sampler object: a new configuration brings new objects. */
  readonly #tables = new WeakMap<
    Sampler,
    { byMachineKey: Map<string, string>; humanKeys: Set<string> }
  >();

  /** null for a tag that is not wanted. */
  metricOf(sampler: Sampler, tag: string): string | null {
    let table = this.#tables.get(sampler);
    if (!table) {
      table = {
        byMachineKey: new Map(Object.entries(sampler.mappings)),
        humanKeys: new Set(Object.values(sampler.mappings)),
      };
      this.#tables.set(sampler, table);
    }
    const { byMachineKey, humanKeys } = table;
    const known = (name: string): string | undefined =>
      byMachineKey.get(name) ?? (humanKeys.has(name) ? name : undefined);
    const suffix = SENT_SUFFIXES.find((each) => tag.endsWith(each));
    const owner = suffix && known(tag.slice(0, -suffix.length));
    const metric = known(tag) ?? (owner && owner + suffix);
    return metric ?? (sampler.onlyMappedTags ? null : tag);
  }
}
