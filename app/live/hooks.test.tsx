import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { LiveProvider, useConnection, useMetric, useMetrics, useSeries } from "./index.ts";

const initial = { value: 181.5, timeMs: 50_000, adFlag: null };
const show = (value: unknown) => JSON.stringify(value).replaceAll('"', "");

function Page() {
  const metric = useMetric(1, "speed", initial);
  const metrics = useMetrics(1, ["speed", "state"], { speed: initial, state: null });
  const series = useSeries({
    deviceId: 1,
    metric: "speed",
    initial: [
      { timeMs: 2, value: 2 },
      { timeMs: 1, value: 1 },
    ],
    windowMs: 1_000,
  });
  return (
    <p>
      {show(metric)} {show(metrics.state)} {series.map(({ timeMs }) => timeMs).join("-")}{" "}
      {useConnection()}
    </p>
  );
}

const render = (nowMs?: number) =>
  renderToString(
    <LiveProvider nowMs={nowMs}>
      <Page />
    </LiveProvider>,
  );

describe("the hooks on the server", () => {
  it("paint what the loader knew", () => {
    const html = render();
    expect(html).toContain("{value:181.5,timeMs:50000,adFlag:null,stale:false,ageMs:null}");
    expect(html).toContain("{value:null,timeMs:null,adFlag:null,stale:true,ageMs:null}");
    expect(html).toContain("1-2");
    expect(html).toContain("connecting");
  });

  it("know how old it is when they are told the time", () => {
    expect(render(52_500)).toContain("stale:false,ageMs:2000");
    expect(render(150_000)).toContain("stale:true,ageMs:100000");
  });

  it("say what is missing without a provider", () => {
    const silent = console.error;
    console.error = () => undefined;
    expect(() => renderToString(<Page />)).toThrow("LiveProvider");
    console.error = silent;
  });
});
