-- Sessions of tokens end when they are not used.
ALTER TABLE sessions ADD COLUMN idle_ends_at_ms integer;
