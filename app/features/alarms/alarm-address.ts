/** Where the forms of a machine's alarms are sent. */
export const alarmFormAddress = (deviceId: number): string => `/machines/${deviceId}/alarm_forms`;
