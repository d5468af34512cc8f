/** Whether all of a group's keys are chosen, none, or some. */
export function howChosen(keys: readonly string[], chosen: readonly string[]): boolean | "partly" {
  const count = keys.filter((key) => chosen.includes(key)).length;
  return count > 0 && count < keys.length ? "partly" : count > 0;
}
