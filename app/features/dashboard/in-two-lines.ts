/** A name as two lines of whole words, the longer one as short as can be; one of a single word stays whole. */
export function inTwoLines(name: string): string[] {
  const words = name.trim().split(/\s+/);
  const ways = words
    .slice(1)
    .map((_, at) => [words.slice(0, at + 1).join(" "), words.slice(at + 1).join(" ")]);
  const longest = (parts: string[]) => Math.max(...parts.map((part) => part.length));
  return (
    ways.reduce<string[] | null>(
      (best, way) => (best === null || longest(way) < longest(best) ? way : best),
      null,
    ) ?? [words.join(" ")]
  );
}
