/** SVG paths of a series over equal steps, from zero; a null breaks the line. Pure, so that it can be tested. */
export function sparkPath(
  values: readonly (number | null)[],
  width: number,
  height: number,
  max?: number,
): { line: string; area: string } {
  const top = Math.max(max ?? 0, ...values.map((value) => value ?? 0), 1e-9);
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const y = (value: number): number =>
    round(height - 1 - (Math.max(0, value) / top) * (height - 3));
  let line = "";
  let area = "";
  let run: [number, number][] = [];
  const close = () => {
    const first = run[0];
    const last = run.at(-1);
    if (first === undefined || last === undefined) return;
    const points = run.map(([x, at]) => `${x} ${at}`);
    // A lone point still shows, as a dash of a quarter of its step, inside the width.
    line += `M${points.join("L")}${run.length === 1 ? `h${round((first[0] > 0 ? -step : step) / 4) || 0.01}` : ""}`;
    if (run.length > 1) area += `M${first[0]} ${height}L${points.join("L")}L${last[0]} ${height}Z`;
    run = [];
  };
  values.forEach((value, index) => {
    if (value === null) close();
    else run.push([round(index * step), y(value)]);
  });
  close();
  return { line, area };
}

const round = (value: number): number => Math.round(value * 100) / 100;
