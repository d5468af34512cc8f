import { call, type Device } from "./api.ts";

/** A machine of a journey's own, out of all lists afterwards. `token`: of a superuser. */
export async function withMachine(
  { origin, token }: { origin: string; token: string },
  name: string,
  act: (machine: Device) => Promise<void>,
): Promise<void> {
  const body = { serial_number: name, name, make: "Sun", model: "625", facility_id: 1 };
  const { data } = await call<{ data: Device }>(origin, "/v1/devices", { token, body });
  try {
    await act(data);
  } finally {
    await call(origin, `/v1/devices/${data.id}/retire`, { method: "PUT", token });
  }
}
