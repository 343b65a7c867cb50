import { addMonths, type IsoDate } from '#domain/dates.ts';
import { buildDemoBooks, type DemoBooks } from './build.ts';
import { FIRST_MONTH, monthStart } from './calendar.ts';
import { CREDIT_CATEGORIES, DEBIT_CATEGORIES, type CreditCategory, type DebitCategory } from './data/categories.ts';
import { BUILDINGS, SITES } from './data/company.ts';
import type { Draft, DraftShare } from './drafts.ts';
import { insertRows, keysOf, reserveFor, reserveIds, type RowClient } from './insert.ts';
import { insertLedger } from './ledger.ts';
import { insertPartners, insertWallets } from './registers.ts';
import { runTreasury } from './treasury.ts';

export const DEMONSTRATION_COMPANY = 'Construtora Ipê (demonstração)';

/** The company has no stages: shares of one obra are one. */
const withoutStages = (shares: readonly DraftShare[]): DraftShare[] =>
  keysOf(BUILDINGS).flatMap((building) => {
    const weight = shares.filter((share) => share.building === building).reduce((sum, share) => sum + share.weight, 0);
    return weight > 0 ? [{ building, stage: null, weight }] : [];
  });

/** What takes no measurement, nota or estimate to exist. */
const isPlain = (draft: Draft): boolean =>
  draft.measured === undefined &&
  (draft.type === 'CREDIT' || (draft.withheld === undefined && draft.payableOf === undefined));

/** A year of the demo company's documents. */
const booksOf = (seedDate: IsoDate): DemoBooks => {
  const since = addMonths(seedDate, -12);
  const drafts = buildDemoBooks(seedDate)
    .drafts.filter((draft) => isPlain(draft) && draft.emission >= since)
    .map((draft) => ({ ...draft, shares: withoutStages(draft.shares) }));
  return { drafts, ...runTreasury(drafts, seedDate) };
};

interface Category {
  id: number;
  type: string;
  name: string;
  statement_line: string | null;
}

/** The account's own category of the same name, else one of the same line of the statement. */
const categoriesOf = async (client: RowClient, accountId: number) => {
  const { rows } = await client.query(
    'select id::integer, type, name, statement_line from categories where account_id = $1 order by id',
    [accountId],
  );
  const own = rows as unknown as Category[];
  const find = (type: string, { name, line }: { name: string; line: string | null }): number => {
    const ofType = own.filter((category) => category.type === type);
    const found =
      ofType.find((category) => category.name === name) ??
      ofType.find((category) => category.statement_line === (line ?? 'CONSTRUCTION_COST')) ??
      ofType[0];
    if (!found) throw new RangeError(`The account has no category of ${type}`);
    return found.id;
  };
  return {
    expenseCategory: (key: DebitCategory) => find('DEBIT', DEBIT_CATEGORIES[key]),
    incomeCategory: (key: CreditCategory) => find('CREDIT', CREDIT_CATEGORIES[key]),
  };
};

const takenTaxIds = async (client: RowClient, accountId: number): Promise<Set<string>> => {
  const { rows } = await client.query(
    `select type || ' ' || tax_id as taken from partners where account_id = $1 and tax_id is not null`,
    [accountId],
  );
  return new Set(rows.map(({ taken }) => String(taken)));
};

const BOUNDS = `
  insert into demonstrations (account_id, company_id, partners_from, partners_to, buildings_to, wallets_to, transactions_to,
    transfers_to, created_at)
  select $1, $2, $3, $4,
    (select max(id) from buildings where account_id = $1 and company_id = $2),
    (select max(id) from wallets where account_id = $1 and company_id = $2),
    (select max(id) from transactions where account_id = $1 and company_id = $2),
    (select coalesce(max(id), 0) from transfers where account_id = $1 and company_id = $2), $5`;

/** Inserts the demonstration company into an account: three obras, wallets, partners and a year of documents. */
export const insertDemonstration = async (
  client: RowClient,
  { accountId, userId, seedDate, now }: { accountId: number; userId: number; seedDate: IsoDate; now: Date },
): Promise<number> => {
  const books = booksOf(seedDate);
  const [companyId = 0] = await reserveIds(client, 'companies', 1);
  const owned = { account_id: accountId, active: true, version: 1 };
  await insertRows(client, 'companies', [{ ...owned, id: companyId, name: DEMONSTRATION_COMPANY }]);
  const building = await reserveFor(client, 'buildings', keysOf(BUILDINGS));
  await insertRows(
    client,
    'buildings',
    keysOf(BUILDINGS).map((key) => ({
      ...owned,
      company_id: companyId,
      id: building(key),
      name: BUILDINGS[key],
      ...SITES[key],
    })),
  );
  const ids = { accountId, companyId };
  const partners = await insertPartners(client, accountId, await takenTaxIds(client, accountId));
  const registers = {
    ...ids,
    users: [userId],
    building,
    stage: () => 0,
    wallet: await insertWallets(client, ids, books.openings, monthStart(seedDate, FIRST_MONTH)),
    ...partners,
    ...(await categoriesOf(client, accountId)),
  };
  await insertLedger(client, books, registers, seedDate);
  const { rows } = await client.query(
    'select min(id)::text as first, max(id)::text as last from partners where account_id = $1 and id >= $2',
    [accountId, partners.first],
  );
  await client.query(BOUNDS, [accountId, companyId, rows[0]?.first, rows[0]?.last, now]);
  return companyId;
};
