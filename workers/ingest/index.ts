/** The ingest Worker: both sampler wires, and the recorder of each machine. */
import { createIngestApp } from "./app.ts";

export { DeviceRecorder } from "./device-recorder.ts";

export default createIngestApp();
