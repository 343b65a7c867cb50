import type { IsoDate } from '#domain/dates.ts';
import { fromCents } from '#domain/money.ts';
import type { DemoBooks } from './build.ts';
import type { Draft } from './drafts.ts';
import { insertRows, reserveIds, type RowClient } from './insert.ts';
import { rowsOf, type LedgerIds, type LedgerRows } from './ledgerRows.ts';
import { numberDocuments } from './numbering.ts';
import { randomFor } from './random.ts';
import type { Registers } from './registers.ts';
import type { TransferDraft } from './transfers.ts';

const inOrder = (drafts: readonly Draft[]): Draft[] =>
  drafts.toSorted((a, b) => (`${a.emission} ${a.key}` < `${b.emission} ${b.key}` ? -1 : 1));

const queueOf = async (client: RowClient, table: string, count: number): Promise<() => number> => {
  const ids = await reserveIds(client, table, count);
  let next = 0;
  return () => {
    const id = ids[next++];
    if (id === undefined) throw new RangeError(`${table} has more rows than ids were taken for`);
    return id;
  };
};

const takeIds = async (client: RowClient, drafts: readonly Draft[]): Promise<LedgerIds> => {
  const count = (of: (draft: Draft) => readonly unknown[]): number =>
    drafts.reduce((total, draft) => total + of(draft).length, 0);
  return {
    transaction: await queueOf(client, 'transactions', drafts.length),
    installment: await queueOf(
      client,
      'installments',
      count((draft) => draft.installments),
    ),
    apportionment: await queueOf(
      client,
      'apportionments',
      count((draft) => draft.shares),
    ),
  };
};

const insertTransfers = async (client: RowClient, transfers: readonly TransferDraft[], registers: Registers) => {
  const sorted = transfers.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const ids = await reserveIds(client, 'transfers', sorted.length);
  const rows = sorted.map(({ date, source, target, amount, description }, index) => ({
    account_id: registers.accountId,
    id: ids[index] ?? 0,
    company_id: registers.companyId,
    amount: fromCents(amount),
    date,
    source_wallet_id: registers.wallet(source),
    target_wallet_id: registers.wallet(target),
    description,
    version: 1,
  }));
  await insertRows(client, 'transfers', rows);
};

const isWithheld = (draft: Draft): boolean => draft.type === 'DEBIT' && draft.withheld !== undefined;
const isPayable = (draft: Draft): boolean => draft.type === 'DEBIT' && draft.payableOf !== undefined;

/** Id and number of a document that was inserted, by the key of its draft; 0 where it is still to be entered. */
export type LedgerDocuments = (key: string) => { id: number; documentNumber: string | null };

/** Inserts every transaction with installments, apportionment and shares, and the transfers. Answers the documents. */
export const insertLedger = async (
  client: RowClient,
  books: DemoBooks,
  registers: Registers,
  seedDate: IsoDate,
): Promise<LedgerDocuments> => {
  const drafts = inOrder(books.drafts.filter((draft) => draft.measured === undefined && !isPayable(draft)));
  const numbers = numberDocuments(drafts, seedDate);
  const ids = await takeIds(
    client,
    drafts.filter((draft) => !isWithheld(draft)),
  );
  const people = randomFor('who typed it');
  const typists = registers.users.slice(0, 3);
  const documents = new Map<string, ReturnType<LedgerDocuments>>();
  const rows: LedgerRows = { transactions: [], installments: [], apportionments: [], apportionment_shares: [] };
  drafts.forEach((draft, index) => {
    const numbered = { draft, documentNumber: numbers[index] ?? null, createdBy: people.pick(typists) };
    if (isWithheld(draft)) {
      documents.set(draft.key, { id: 0, documentNumber: numbered.documentNumber });
      return;
    }
    const made = rowsOf(numbered, ids, registers);
    documents.set(draft.key, { id: Number(made.transactions[0]?.id), documentNumber: numbered.documentNumber });
    rows.transactions.push(...made.transactions);
    rows.installments.push(...made.installments);
    rows.apportionments.push(...made.apportionments);
    rows.apportionment_shares.push(...made.apportionment_shares);
  });
  await insertRows(client, 'transactions', rows.transactions);
  await insertRows(client, 'installments', rows.installments);
  await insertRows(client, 'apportionments', rows.apportionments);
  await insertRows(client, 'apportionment_shares', rows.apportionment_shares);
  await insertTransfers(client, books.transfers, registers);
  return (key) => {
    const document = documents.get(key);
    if (!document) throw new RangeError(`The ledger has no document ${key}`);
    return document;
  };
};
