/** All tables, as drizzle-kit and the client need them in one object. */
export * from "./organizations.ts";
export * from "./users.ts";
export * from "./machines.ts";
export * from "./access.ts";
export * from "./events.ts";
export * from "./maintenance.ts";
export * from "./alarms.ts";
export * from "./comments.ts";
export * from "./annotations.ts";
export * from "./saved-questions.ts";
export * from "./sent-forms.ts";
export * from "./measures.ts";
export * from "./dashboard.ts";
export * from "./displays.ts";
export * from "./predictions.ts";
export * from "./enrollment.ts";
export * from "./clock.ts";
