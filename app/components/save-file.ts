import { BYTE_ORDER_MARK } from "#app/domain/formats/csv.ts";

/** How long the browser may take to begin a download after the click. */
const BEGIN_MS = 60_000;

/** Hands a file to the person, as a link that is pressed: the browser asks where to, or saves as it always does. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), BEGIN_MS);
}

export const saveCsv = (name: string, text: string): void =>
  saveFile(name, new Blob([BYTE_ORDER_MARK, text], { type: "text/csv;charset=utf-8" }));
