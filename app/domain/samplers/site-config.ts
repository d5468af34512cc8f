/**
 * What a person copies to the machine's site: Telegraf's configuration with the mapped tags filled in, and a batch sent
 * with curl. The key is a variable of the environment and stands in neither.
 */
import { inputOf, quoted, type InputSite } from "./telegraf-inputs.ts";

export const KEY_VARIABLE = "HELIOS_SAMPLER_KEY";
export const ENROLLMENT_VARIABLE = "HELIOS_ENROLLMENT_KEY";

export type Site = InputSite & {
  spec: string;
  /** Of Helios, with scheme: `https://helios.example`. */
  origin: string;
};

/** TOML for telegraf.conf. Tags that its input cannot read so stand as comments with the reason. */
export function telegrafConfig(site: Site): string {
  const { lines, leftOut } = inputOf(site);
  return [
    "[agent]",
    '  interval = "1s"',
    '  flush_interval = "1s"',
    "  metric_batch_size = 5000",
    "  metric_buffer_limit = 500000",
    "  omit_hostname = true",
    "",
    "[[outputs.influxdb_v2]]",
    `  urls = [${quoted(site.origin)}]`,
    `  token = "\${${KEY_VARIABLE}}"`,
    '  organization = "helios"',
    '  bucket = "helios"',
    "",
    ...lines,
    ...(leftOut.length === 0
      ? []
      : [
          "",
          "# These tags are left out. Add them by hand under these names, or change their mappings:",
          ...leftOut.map(({ machineKey, why }) => `#   ${machineKey}: ${why}`),
        ]),
    "",
  ].join("\n");
}

/** How many mapped tags the configuration has no line for. */
export const countLeftOut = (site: Site): number => inputOf(site).leftOut.length;

/** One sample of a tag of its own, with the time of the machine that sends it. */
export const curlTest = (origin: string): string =>
  [
    `curl -i -X POST "${origin}/ingest/v1/batches" \\`,
    `  -H "Authorization: Bearer $${KEY_VARIABLE}" \\`,
    '  -H "Content-Type: application/json" \\',
    `  -d '{"batch_id":"test","frames":[{"times":['"$(date +%s)000"'],"tags":{"helios_test":[1]}}],"buffered":0,"dropped":0}'`,
  ].join("\n");

/**
 * A first machine by an enrollment key, and its first readings; told again it is the same machine (README, Beginning from
 * nothing). For a POSIX shell. Where no machine is added, nothing is sent and what was answered is shown.
 */
export const curlFirstMachine = (origin: string): string =>
  [
    `ANSWER=$(curl -sS "${origin}/ingest/v1/enroll" -H "Authorization: Bearer $${ENROLLMENT_VARIABLE}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '{"serial_number":"FIRST-1","make":"Sun","model":"625","sampler":{"name":"curl","spec":"http"}}')`,
    `${KEY_VARIABLE}=$(echo "$ANSWER" | sed -n 's/.*"key":"\\([^"]*\\)".*/\\1/p')`,
    `[ -z "$${KEY_VARIABLE}" ] && echo "No machine was added. $ANSWER" ||`,
    `curl -sS "${origin}/ingest/v1/batches" -H "Authorization: Bearer $${KEY_VARIABLE}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '{"batch_id":"first-'"$(date +%s)"'","frames":[{"times":['"$(date +%s)000"'],` +
      `"tags":{"machine_speed":[182.5],"machine_state":["running_and_feeding"]}}],"buffered":0,"dropped":0}'`,
  ].join("\n");
