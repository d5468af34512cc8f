/** What an address says of a whole fleet. Asked too often it is asked again when it may be; what is shown stays until then. */
export async function readWhole<Answer>(address: string, signal: AbortSignal): Promise<Answer> {
  const ask = () => fetch(address, { signal, headers: { accept: "application/json" } });
  let answer = await ask();
  while (answer.status === 429) {
    await waitSeconds(Number(answer.headers.get("Retry-After")), signal);
    answer = await ask();
  }
  if (!answer.ok || answer.redirected) throw new Error(`${address}: ${answer.status}`);
  return (await answer.json()) as Answer;
}

/** At least one; rejects when `signal` ends it. */
const waitSeconds = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.max(1, seconds || 0) * 1_000);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
