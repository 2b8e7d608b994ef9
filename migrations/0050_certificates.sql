ALTER TABLE `users` ADD `name_on_certificate` text;--> statement-breakpoint
UPDATE users SET name_on_certificate = full_name WHERE full_name <> '';
