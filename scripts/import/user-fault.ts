/** Something the person at the terminal can cure: printed as one line, without a stack. */
export class UserFault extends Error {}

/** Runs a program; its faults become one line and exit code 1. */
export async function runProgram(main: (args: string[]) => Promise<void>): Promise<void> {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    const isFault =
      error instanceof UserFault ||
      (error instanceof TypeError &&
        "code" in error &&
        String(error.code).startsWith("ERR_PARSE_ARGS"));
    console.error(isFault ? (error as Error).message.split("\n")[0] : error);
    process.exitCode = 1;
  }
}
