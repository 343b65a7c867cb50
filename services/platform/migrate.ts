import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

/** Stand-in until the migrations' own runner is here: every file, in order. */
export const migrate = async (ownerUrl: string): Promise<void> => {
  const folder = new URL('../migrations/', import.meta.url);
  const client = new pg.Client(ownerUrl);
  await client.connect();
  for (const name of readdirSync(folder).sort()) await client.query(readFileSync(new URL(name, folder), 'utf8'));
  await client.end();
};
