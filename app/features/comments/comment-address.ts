/** Where a machine's comments are read and written by the browser, from its tab and from the list of machines alike. */
export const commentAddress = (deviceId: number): string => `/machines/${deviceId}/comment_list`;
