/** As the browser says that the network is back: whatever waits for it tries again. */
export const tryAgain = () => void window.dispatchEvent(new Event("online"));
