import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useParams } from "@remix-run/react";
import type { ReactNode } from "react";
import type { PartOf } from "#app/components/layout/use-page-title.ts";
import { measureTitle, useMeasureText } from "#app/components/machine/use-measure-text.ts";
import { requireNamedTab } from "#app/features/machines/machine.page.server.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";

const partOf: PartOf = ({ measure }, i18n) => measure && measureTitle(measure, i18n);
export const handle = { Crumb: MeasureName, partOf };

/** `/measure` and `/measure/{measure}` below a tab: the tab itself, which reads the measure from the address. */
export async function loader(args: LoaderFunctionArgs) {
  await requireNamedTab(args);
  return null;
}

export const shouldRevalidate = readAgainUnlessLost;

/** What the measure is called; of `/measure` alone the tab. */
function MeasureName({ children }: { children: ReactNode }) {
  const { measure } = useParams();
  const { title } = useMeasureText();
  return measure === undefined ? children : title(measure);
}

export default function MeasureAddress() {
  return null;
}
