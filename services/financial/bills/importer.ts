import { sql } from 'kysely';
import type { ImportDescription } from '#domain/imports/description.ts';
import { billImport, receivableImport } from '#schema/financial/bills/bills.import.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Importer, Importing } from '../../platform/register/import/importer.ts';
import { createMany } from '../transactions/createMany.ts';
import type { Kind } from '../transactions/kinds.ts';
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
const holdImports =
  ({ type }: Kind) =>
  async ({ trx, session, companyId, dryRun }: Importing): Promise<void> => {
    if (dryRun) return;
    const key = `bills ${type} ${session.accountId} ${companyId}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
  };

/** A row without what a new one needs, which is told of it once all are known. */
const isIncomplete =
  ({ fields }: ImportDescription) =>
  ({ texts }: BillLine): boolean =>
    fields.some(({ field, required }) => required && texts[field] === undefined);

/** Open bills or receivables of a company, from a spreadsheet. */
export const billImporter = (kind: Kind, clock: Clock): Importer<Row, PlannedBill[]> => {
  const description = kind.type === 'DEBIT' ? billImport : receivableImport;
  const readerIn = ({ session, companyId }: Importing): Reader =>
    readerOf(session, companyId ?? 0, kind, clock.today(session.timeZone));

  return {
    description,
    create: kind.endpoints.create,
    // Blank is today.
    stand: { emissionDate: '2000-01-01' },
    sources: billSources(kind),
    allow: holdImports(kind),
    match: async (importing, lines) => {
      await resolveStages(importing, lines);
      const documents = documentsOf(lines);
      const reader = readerIn(importing);
      await findRepeated(importing.trx, reader, documents);
      const fresh = documents.filter((document) => document.lines.some(({ existing }) => !existing));
      const bills = await planBills(importing.trx, reader, fresh);
      for (const document of fresh) {
        refuseDivided(document);
        refuseOthers(document, isIncomplete(description));
      }
      return bills;
    },
    changesOf: () => [],
    insert: async (importing, work, lines, bills) => {
      const wanted = new Set(lines);
      const made = bills.filter(({ document }) => document.lines.every((line) => wanted.has(line)));
      // Partners that were made for these rows are known by now.
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
    reversal: billReversal(kind),
  };
};
