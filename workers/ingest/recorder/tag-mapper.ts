/** Which metric a sampler's tag is: by its mapping, by a human key sent as it is, or, unless only mapped tags are wanted, by its own name. */
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
    return (
      table.byMachineKey.get(tag) ??
      (sampler.onlyMappedTags && !table.humanKeys.has(tag) ? null : tag)
    );
  }
}
