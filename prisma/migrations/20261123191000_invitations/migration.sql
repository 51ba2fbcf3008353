SET lock_timeout = '5s';

-- The mailed link with which an invited user chooses the first password.
ALTER TYPE "token_purpose" ADD VALUE 'invitation';
