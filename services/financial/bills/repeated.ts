import { sql } from 'kysely';
import { formatDate } from '#domain/dates.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { refuse } from '../../platform/register/import/lines.ts';
import type { Reader } from '../transactions/reader.ts';
import { visibleRows } from '../transactions/visibility.ts';
import type { BillDocument } from './documents.ts';
import { descriptionOf, dueDateOf, grossValueOf, numberOf, partnerKeyOf, partnerOf, type BillLine } from './lines.ts';
import { wordsOf } from './words.ts';

/** By what a bill is told: partner, number (where there is none, the description), due date and value. */
interface Told {
  n: number;
  partner: number | null;
  number: string;
  description: string;
  due: string;
  value: string;
}

const toldOf = (line: BillLine, n: number): Told[] => {
  const [due, value] = [dueDateOf(line), grossValueOf(line)];
  // A partner that is still to be made has no bills.
  if (due === null || value === null || line.unmade.has('partner')) return [];
  const number = numberOf(line) ?? '';
  return [
    { n, partner: partnerOf(line), number, description: number === '' ? (descriptionOf(line) ?? '') : '', due, value },
  ];
};

/**
 * The documents that have these bills already, by the index of the line, of those that the user may see. An installment that
 * was paid in part counts by its value before; one of an invoice with retentions by that of the invoice. One statement.
 */
const storedBills = async (trx: Trx, reader: Reader, told: readonly Told[]): Promise<Map<number, number>> => {
  const { session, companyId, kind, view } = reader;
  const { rows } = await sql<{ n: number; id: number }>`
    select r.n, min(t.id) as id
      from json_to_recordset(${JSON.stringify(told)}::json)
        as r (n integer, partner bigint, number text, description text, due date, value numeric)
      join installments i on i.account_id = ${session.accountId} and i.company_id = ${companyId} and i.type = ${kind.type}
        and i.due_date = r.due
      join transactions t on t.account_id = i.account_id and t.id = i.transaction_id
     where coalesce(t.partner_id, 0) = coalesce(r.partner, 0)
       and lower(coalesce(t.document_number, '')) = lower(r.number)
       and (r.number <> '' or lower(coalesce(t.description, '')) = lower(r.description))
       and (i.gross_value = r.value or i.split_gross = r.value or (t.installment_count = 1 and t.invoice_value = r.value))
       and ${visibleRows(view)}
     group by r.n`.execute(trx);
  return new Map(rows.map(({ n, id }) => [n, id]));
};

/** It exists, and stays as it is: what else its row says does not matter. */
const take = (line: BillLine, id: number): void => {
  line.existing = { id };
  line.problems = [];
  line.unmade.clear();
  line.onlyKept.clear();
};

/** Lines of one file that say the same bill twice; installments of one document may be equal. */
const refuseTwice = (documents: readonly BillDocument[]): void => {
  const seen = new Map<string, BillLine>();
  for (const { lines } of documents) {
    const own: [string, BillLine][] = [];
    for (const line of lines) {
      const [due, value] = [dueDateOf(line), grossValueOf(line)];
      if (line.existing || due === null || value === null) continue;
      const number = numberOf(line)?.toLowerCase() ?? '';
      const text = number === '' ? (descriptionOf(line)?.toLowerCase() ?? '') : '';
      const key = JSON.stringify([partnerKeyOf(line), number, text, due, value]);
      const earlier = seen.get(key);
      if (!earlier) own.push([key, line]);
      else {
        const field = line.texts['documentNumber'] === undefined ? 'grossValue' : 'documentNumber';
        refuse(line, field, `Repete a linha ${earlier.line}.`);
      }
    }
    for (const [key, line] of own) seen.set(key, line);
  }
};

/** A document that is there in part is not made a second time. */
const refusePartly = ({ lines }: BillDocument, one: string): void => {
  const known = lines.find(({ existing }) => existing);
  if (!known) return;
  const due = dueDateOf(known);
  const message = `A parcela que vence em ${due === null ? '' : formatDate(due)} já está no Prumo: acrescente esta naquela ${one}.`;
  for (const line of lines) if (!line.existing) refuse(line, 'installment', message);
};

/** Finds the bills that exist already, and refuses those that the file repeats. One statement. */
export const findRepeated = async (trx: Trx, reader: Reader, documents: readonly BillDocument[]): Promise<void> => {
  const lines = documents.flatMap((document) => document.lines);
  const told = lines.flatMap(toldOf);
  const stored = told.length === 0 ? new Map<number, number>() : await storedBills(trx, reader, told);
  for (const [index, id] of stored) {
    const line = lines[index];
    if (line) take(line, id);
  }
  refuseTwice(documents);
  const { one } = wordsOf(reader.kind);
  for (const document of documents) refusePartly(document, one);
};
