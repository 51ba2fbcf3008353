import os from 'node:os';
import pg from 'pg';

/**
 * Settings for a server with a large database, as docs/scaling.md asks for: a quarter of the memory for its buffers,
 * costs of random reads as on an SSD, and room for large bitmaps. They apply from the next start of the server.
 */
export async function useMemory(url: string): Promise<void> {
  const gigabytes = Math.max(1, Math.round(os.totalmem() / 2 ** 30 / 4));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const settings = {
      shared_buffers: `${gigabytes}GB`,
      max_wal_size: '4GB',
      random_page_cost: '1.1',
      work_mem: '32MB',
    };
    for (const [name, value] of Object.entries(settings)) await client.query(`ALTER SYSTEM SET ${name} = '${value}'`);
  } finally {
    await client.end();
  }
}
