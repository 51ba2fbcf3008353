-- Creates the two roles (docs/decisions/0024). Run once by a superuser, in an existing database premium:
--   export DATABASE_OWNER_PASSWORD=… DATABASE_APP_PASSWORD=…
--   psql -d postgres -c 'CREATE DATABASE premium' && psql -d postgres -f deploy/postgres-roles.sql
-- The PostgreSQL image of docker-compose.yml does it by itself. Stops at the first error and changes nothing then.
\set ON_ERROR_STOP on
\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv app_password DATABASE_APP_PASSWORD
-- psql’s \quit alone would end with 0.
\if :{?owner_password}
\else
  \warn 'DATABASE_OWNER_PASSWORD is missing in the environment of psql (letters and digits).'
  DO 'BEGIN RAISE EXCEPTION ''no role was created''; END';
\endif
\if :{?app_password}
\else
  \warn 'DATABASE_APP_PASSWORD is missing in the environment of psql (letters and digits).'
  DO 'BEGIN RAISE EXCEPTION ''no role was created''; END';
\endif
SELECT count(*) = 1 AS has_database FROM pg_database WHERE datname = 'premium' \gset
\if :has_database
\else
  \warn 'There is no database premium. Create it first: psql -d postgres -c ''CREATE DATABASE premium'''
  DO 'BEGIN RAISE EXCEPTION ''no role was created''; END';
\endif
BEGIN;
CREATE ROLE premium_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE premium_app LOGIN PASSWORD :'app_password';
ALTER DATABASE premium OWNER TO premium_owner;
REVOKE ALL ON DATABASE premium FROM PUBLIC;
GRANT CONNECT ON DATABASE premium TO premium_app;
COMMIT;
