ALTER TABLE `users` ADD `name_on_certificate` text;--> statement-breakpoint
UPDATE users SET name_on_certificate = full_name WHERE full_name <> '';
--> statement-breakpoint
-- Marks that turn the direction of writing (Bidi_Control of Unicode) could make a name read as another one. U+061C, U+200E, U+200F, U+202A to U+202E and
-- U+2066 to U+2069, named by number because they are invisible.
CREATE TRIGGER users_names_read_one_way BEFORE INSERT ON users
WHEN coalesce(NEW.full_name, '') || coalesce(NEW.name_on_certificate, '')
  GLOB '*[' || char(1564, 8206, 8207, 8234) || '-' || char(8238, 8294) || '-' || char(8297) || ']*'
BEGIN SELECT RAISE(ABORT, 'a name must not change the direction of writing'); END;
--> statement-breakpoint
CREATE TRIGGER users_names_stay_one_way BEFORE UPDATE OF full_name, name_on_certificate ON users
WHEN coalesce(NEW.full_name, '') || coalesce(NEW.name_on_certificate, '')
  GLOB '*[' || char(1564, 8206, 8207, 8234) || '-' || char(8238, 8294) || '-' || char(8297) || ']*'
BEGIN SELECT RAISE(ABORT, 'a name must not change the direction of writing'); END;
