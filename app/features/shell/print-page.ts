import { PRINT_SOON } from "#app/components/on-print.ts";

/** What is still on its way. */
const COMING = "main :is([data-drawn],[data-coming],[aria-busy=true],.skeleton)";
/** Paper that is asked for does not wait longer for what does not come. */
const PATIENCE_MS = 4_000;

/** Prints the whole page, also what nobody scrolled to and what is fetched only then. */
export async function printPage(): Promise<void> {
  const { dataset } = document.documentElement;
  dataset[PRINT_SOON] = "";
  try {
    window.dispatchEvent(new Event(PRINT_SOON));
    await untilDrawn();
  } finally {
    delete dataset[PRINT_SOON];
  }
  window.print();
}

function untilDrawn(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(COMING) === null) end();
    };
    const observer = new MutationObserver(look);
    const timer = setTimeout(end, PATIENCE_MS);
    function end() {
      observer.disconnect();
      clearTimeout(timer);
      // A canvas is painted in the frame after.
      requestAnimationFrame(() => setTimeout(resolve));
    }
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    look();
  });
}
