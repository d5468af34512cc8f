/** Sessions of many people, written to the D1 of a Helios that runs here: one user has 20 sockets at most. */
import { createHash, randomBytes } from "node:crypto";
import { openD1 } from "./_helios.ts";
import { HOUR_MS } from "#app/domain/durations.ts";

/** Adds `count` admins of the customer of the user with that address, and answers a session token of each. */
export function addSessions(dataDir: string, beside: string, count: number): string[] {
  const db = openD1(dataDir);
  const now = Date.now();
  const tokens: string[] = [];
  try {
    const { customer_id: customerId } = db
      .prepare("SELECT customer_id FROM users WHERE email = ?")
      .get(beside) as { customer_id: number };
    const addUser = db.prepare(
      "INSERT INTO users (first_name, last_name, email, role, customer_id, created_at) VALUES ('Live', 'Reader', ?, 'admin', ?, ?)",
    );
    const addSession = db.prepare(
      "INSERT INTO sessions (token_hash, user_id, created_at, last_seen_at, expires_at) VALUES (?, ?, ?, ?, ?)",
    );
    db.exec("BEGIN IMMEDIATE");
    for (let index = 0; index < count; index++) {
      const token = randomBytes(32).toString("base64url");
      const email = `reader-${randomBytes(6).toString("hex")}@acme.example`;
      const { lastInsertRowid } = addUser.run(email, customerId, now);
      const hash = createHash("sha256").update(token).digest("hex");
      addSession.run(hash, lastInsertRowid, now, now, now + HOUR_MS);
      tokens.push(token);
    }
    db.exec("COMMIT");
  } finally {
    db.close();
  }
  return tokens;
}
