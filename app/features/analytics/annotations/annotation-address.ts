/** Where the forms of a machine's notes are sent. */
export const annotationAddress = (deviceId: number): string =>
  `/machines/${deviceId}/annotation_forms`;
