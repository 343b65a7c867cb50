import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { decodeBankFile } from '#domain/financial/bankStatements/decode.ts';
import { readStatement } from '#domain/financial/bankStatements/reader.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { type Clerk, requireCompany } from './access.ts';
import type { SentStatement } from './upload.ts';

/** Where the demo company's statements are, in DATA_DIR. */
export const EXAMPLES = 'exemplos';

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Statements of the demo company; none for another account, or where the folder is gone. @throws ServiceError 404 */
export const namesOfExamples = async (trx: Trx, clerk: Clerk, dataDir: string): Promise<string[]> => {
  await requireCompany(trx, clerk);
  const { rows } = await sql`
    select from accounts where id = ${clerk.session.accountId} and settings @> '{"demo": true}'`.execute(trx);
  if (rows.length === 0) return [];
  try {
    const names = await readdir(join(dataDir, EXAMPLES));
    return names.filter((name) => name.endsWith('.ofx')).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

export const readExamples = (dataDir: string, names: readonly string[]): Promise<SentStatement[]> =>
  Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(dataDir, EXAMPLES, name));
      const { text, encoding } = decodeBankFile(content);
      return { name, content, encoding, statement: readStatement(text), table: null };
    }),
  );
