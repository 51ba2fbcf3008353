-- Why an admin made this member an owner; null for who was invited.
ALTER TABLE memberships ADD COLUMN admin_reason text;
