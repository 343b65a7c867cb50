import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { addDays, type IsoDate } from '#domain/dates.ts';
import { EXAMPLES } from '../../financial/bankStatements/examples.ts';
import { demoStatements } from './statements.ts';

const DAYS = 31;

/** Writes what the banks of the demo company have of the month until yesterday, for who tries the import. */
export const writeExamples = async (
  client: pg.Client,
  company: { accountId: number; companyId: number },
  { seedDate, dataDir }: { seedDate: IsoDate; dataDir: string },
): Promise<void> => {
  const ask = async <Row>(text: string, values: unknown[]): Promise<Row[]> =>
    // Safe cast: the columns are those of the statement.
    (await client.query(text, values)).rows as Row[];
  const period = { from: addDays(seedDate, -DAYS), last: addDays(seedDate, -1) };
  const folder = join(dataDir, EXAMPLES);
  await mkdir(folder, { recursive: true });
  for (const { name, content } of await demoStatements(ask, company, period))
    await writeFile(join(folder, name), content);
};
