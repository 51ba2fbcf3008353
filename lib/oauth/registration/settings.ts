import type { Db } from '#lib/db.ts';
import type { RegistrationSettings } from '#lib/oauth/views.ts';

const OFF: RegistrationSettings = { registration: false, metadata_documents: false };

/** Which applications may do without an admin; none until an admin says so. */
export async function findRegistrationSettings(db: Db): Promise<RegistrationSettings> {
  const row = await db.oAuthSettings.findUnique({
    where: { id: 1 },
    select: { allowRegistration: true, allowMetadataDocuments: true },
  });
  if (!row) return OFF;
  return { registration: row.allowRegistration, metadata_documents: row.allowMetadataDocuments };
}
