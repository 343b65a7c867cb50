import { sql } from 'kysely';
import { billImport } from '#schema/financial/bills/bills.import.ts';
import { debitEndpoints } from '#schema/financial/transactions/endpoints.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Importer, Importing } from '../../platform/register/import/importer.ts';
import { createMany } from '../transactions/createMany.ts';
import { expense } from '../transactions/kinds.ts';
import { readerOf, type Reader } from '../transactions/reader.ts';
import { documentsOf, refuseDivided, refuseOthers } from './documents.ts';
import { partnerOf, type BillLine } from './lines.ts';
import { planBills, type PlannedBill } from './plan.ts';
import { findRepeated } from './repeated.ts';
import { billReversal } from './reversal.ts';
import { billSources } from './sources.ts';
import { resolveStages } from './stages.ts';

type Row = NonNullable<BillLine['existing']>;

/** Imports of one company wait for each other: of two equal ones, the second finds what the first one made. */
const holdImports = async ({ trx, session, companyId, dryRun }: Importing): Promise<void> => {
  if (dryRun) return;
  const key = `bills ${session.accountId} ${companyId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
};

/** A row without what a new one needs, which is told of it once all are known. */
const isIncomplete = ({ texts }: BillLine): boolean =>
  billImport.fields.some(({ field, required }) => required && texts[field] === undefined);

/** Open bills of a company, from a spreadsheet. */
export const billImporter = (clock: Clock): Importer<Row, PlannedBill[]> => {
  const readerIn = ({ session, companyId }: Importing): Reader =>
    readerOf(session, companyId ?? 0, expense, clock.today(session.timeZone));

  return {
    description: billImport,
    create: debitEndpoints.create,
    // Blank is today.
    stand: { emissionDate: '2000-01-01' },
    sources: billSources,
    allow: holdImports,
    match: async (importing, lines) => {
      await resolveStages(importing, lines);
      const documents = documentsOf(lines);
      const reader = readerIn(importing);
      await findRepeated(importing.trx, reader, documents);
      const fresh = documents.filter((document) => document.lines.some(({ existing }) => !existing));
      const bills = await planBills(importing.trx, reader, fresh);
      for (const document of fresh) {
        refuseDivided(document);
        refuseOthers(document, isIncomplete);
      }
      return bills;
    },
    changesOf: () => [],
    insert: async (importing, work, lines, bills) => {
      const wanted = new Set(lines);
      const made = bills.filter(({ document }) => document.lines.every((line) => wanted.has(line)));
      // Suppliers that were made for these rows are known by now.
      const whole = made.map((bill) => ({
        ...bill,
        draft: { ...bill.draft, partnerId: partnerOf(bill.document.lines[0]) },
      }));
      const ids = await createMany(importing.trx, work, readerIn(importing), whole);
      made.forEach(({ document }, index) => {
        for (const line of document.lines) line.id = ids[index] ?? 0;
      });
    },
    update: () => Promise.reject(new Error('a bill that exists is not changed')),
    earlierOf: () => ({}),
    reversal: billReversal,
  };
};
