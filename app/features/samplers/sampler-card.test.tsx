import { expect, it } from "vitest";
import { asPage, draw, readText } from "#tests/draw.tsx";
import { SamplerCard } from "./sampler-card.tsx";
import type { ListedSampler } from "./schemas.ts";

const NOW = Date.parse("2026-11-19T12:00:00Z");
const status = {
  ...{ last_batch_at: "2026-11-19T08:00:00Z", accepted: 5, duplicate: 0, rejected: 0 },
  ...{ buffered: 0, dropped: 0, rejected_by_reason: {} },
};
const read = async (mayChange: boolean) => {
  const sampler = { plc_address: null, id: 1, name: "Line", spec: "http", metrics: 2, status };
  const nothing = () => {};
  const card = (
    <SamplerCard
      {...{ sampler: sampler as unknown as ListedSampler, isChosen: false, nowMs: NOW, mayChange }}
      {...{ onEdit: nothing, onRotate: nothing, onDelete: nothing }}
    />
  );
  return readText(await draw(await asPage(<ul>{card}</ul>)), " ").replaceAll("\u00a0", " ");
};

it("says of a sampler that sends nothing that it is silent, but where its key went with its machine's service", async () => {
  expect(await read(true)).toContain("Silent, last batch: 4 h old");
  const ended = await read(false);
  expect(ended).toContain("Last batch: 4 h old");
  expect(ended).not.toContain("Silent");
});
