import { integer, text } from "drizzle-orm/sqlite-core";

/** Row ids are never used again: series in R2 and links outlive the row. */
export const id = () => integer("id").primaryKey({ autoIncrement: true });
/** A moment, Unix milliseconds UTC. */
export const moment = (name: string) => integer(name, { mode: "number" });
export const flag = (name: string) => integer(name, { mode: "boolean" });
export const createdAt = () => moment("created_at").notNull();
export const json = <T>(name: string) => text(name, { mode: "json" }).$type<T>();
