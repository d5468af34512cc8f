/** Told on the window when somebody asks for the form that reports an event: by a button, or by Ctrl K. */
export const REPORT_ASKED = "reportasked";

export const askToReport = () => void window.dispatchEvent(new Event(REPORT_ASKED));
