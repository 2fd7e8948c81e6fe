-- Kept free for what players say of their time.
SELECT 1;
