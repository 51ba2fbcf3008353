-- Run once by the PostgreSQL image as its superuser, which is not used afterwards (docs/decisions/0024).
\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv app_password DATABASE_APP_PASSWORD
CREATE ROLE premium_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE premium_app LOGIN PASSWORD :'app_password';
ALTER DATABASE premium OWNER TO premium_owner;
REVOKE ALL ON DATABASE premium FROM PUBLIC;
GRANT CONNECT ON DATABASE premium TO premium_app;
