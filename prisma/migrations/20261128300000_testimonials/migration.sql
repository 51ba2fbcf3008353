SET lock_timeout = '5s';

-- What customers said and agreed to see on the home page. Only approved rows are shown there.
CREATE TABLE "testimonials" (
  "id" SERIAL NOT NULL,
  "quote" TEXT NOT NULL,
  "author" TEXT NOT NULL,
  "position" TEXT NOT NULL,
  "company" TEXT NOT NULL,
  "rating" INTEGER NOT NULL CHECK ("rating" BETWEEN 1 AND 5),
  "company_logo" TEXT,
  "given_on" DATE NOT NULL,
  "consent" TEXT NOT NULL,
  "version" INTEGER NOT NULL DEFAULT 1,
  "approved_at" TIMESTAMPTZ(3),
  "withdrawn_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "testimonials_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "testimonials_one_state" CHECK ("approved_at" IS NULL OR "withdrawn_at" IS NULL)
);
