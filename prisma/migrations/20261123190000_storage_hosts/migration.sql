SET lock_timeout = '5s';

-- Where subscribers reach a storage host. A host without a public name is not in the guides.
ALTER TABLE "storage_servers"
  ADD COLUMN "host" TEXT,
  ADD COLUMN "port" INTEGER NOT NULL DEFAULT 11335,
  ADD COLUMN "lists" TEXT[] NOT NULL DEFAULT '{}',
  ADD COLUMN "weight" INTEGER NOT NULL DEFAULT 10,
  ADD COLUMN "is_draining" BOOLEAN NOT NULL DEFAULT false;

CREATE UNIQUE INDEX "storage_servers_host_port_key" ON "storage_servers"("host", "port");
