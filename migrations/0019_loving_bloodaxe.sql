ALTER TABLE `audit_entries` ADD `means` text;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `means_id` integer;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `means_name` text;
--> statement-breakpoint
DROP TRIGGER `audit_entries_stay`;
--> statement-breakpoint
CREATE TRIGGER `audit_entries_stay` BEFORE UPDATE ON `audit_entries`
WHEN OLD.counted_as IS NULL OR NEW.id IS NOT OLD.id OR NEW.at IS NOT OLD.at
  OR NEW.actor_user_id IS NOT OLD.actor_user_id OR NEW.actor_role IS NOT OLD.actor_role
  OR NEW.action IS NOT OLD.action OR NEW.subject_type IS NOT OLD.subject_type
  OR NEW.subject_id IS NOT OLD.subject_id OR NEW.customer_id IS NOT OLD.customer_id
  OR NEW.address IS NOT OLD.address OR NEW.before IS NOT OLD.before
  OR NEW.counted_as IS NOT OLD.counted_as OR NEW.count <= OLD.count
  OR NEW.means IS NOT OLD.means OR NEW.means_id IS NOT OLD.means_id
  OR NEW.means_name IS NOT OLD.means_name
BEGIN
  SELECT RAISE(ABORT, 'entries of the audit log are never changed');
END;
