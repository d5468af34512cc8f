/** All distinct times of ascending lists, ascending. Lists of one scan are equal, so the usual case is one pass of comparing. */
export function unionTimes(lists: readonly Float64Array[]): Float64Array {
  let union = new Float64Array(0);
  for (const list of lists) {
    if (union.length === 0) union = Float64Array.from(list);
    else if (!isSame(union, list)) union = merge(union, list);
  }
  for (let i = 1; i < union.length; i++) {
    if (!((union[i] as number) > (union[i - 1] as number)))
      throw new RangeError(`times do not ascend at ${union[i]}`);
  }
  return union;
}

const isSame = (a: Float64Array, b: Float64Array): boolean =>
  a.length === b.length && a.every((time, i) => time === b[i]);

function merge(a: Float64Array, b: Float64Array): Float64Array<ArrayBuffer> {
  const merged = new Float64Array(a.length + b.length);
  let length = 0;
  for (let i = 0, j = 0; i < a.length || j < b.length; length++) {
    const next = Math.min(a[i] ?? Infinity, b[j] ?? Infinity);
    merged[length] = next;
    if (a[i] === next) i++;
    if (b[j] === next) j++;
  }
  return merged.slice(0, length);
}
