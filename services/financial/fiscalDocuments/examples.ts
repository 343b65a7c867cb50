import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readFiscalXml } from '../../platform/fiscal/read.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { EXAMPLES } from '../bankStatements/examples.ts';
import type { Clerk } from './access.ts';
import type { SentXml } from './upload.ts';

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Notas for a company of the demo; none for another account, or where the folder is gone. */
export const namesOfExamples = async (trx: Trx, { session, companyId }: Clerk, dataDir: string): Promise<string[]> => {
  const { rows } = await sql`
    select from companies c join accounts a on a.id = c.account_id
     where c.account_id = ${session.accountId} and c.id = ${companyId} and a.settings @> '{"demo": true}'`.execute(trx);
  if (rows.length === 0) return [];
  try {
    const names = await readdir(join(dataDir, EXAMPLES));
    return names.filter((name) => name.endsWith('.xml')).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

export const readExamples = (dataDir: string, names: readonly string[]): Promise<SentXml[]> =>
  Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(dataDir, EXAMPLES, name));
      return { name, content, xml: await readFiscalXml(content) };
    }),
  );
