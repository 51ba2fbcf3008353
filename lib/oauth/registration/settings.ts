import type { Db } from '#lib/base/db/db.ts';
import type { RegistrationSettings } from '#lib/oauth/views.ts';

const OFF: RegistrationSettings = { registration: false, metadata_documents: false };

/** How applications may become clients without an admin. Off until an admin turns it on. */
export async function findRegistrationSettings(db: Db): Promise<RegistrationSettings> {
  const row = await db.oAuthSettings.findUnique({
    where: { id: 1 },
    select: { allowRegistration: true, allowMetadataDocuments: true },
  });
  if (!row) return OFF;
  return { registration: row.allowRegistration, metadata_documents: row.allowMetadataDocuments };
}
