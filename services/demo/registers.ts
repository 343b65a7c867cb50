import type pg from 'pg';
import type { IsoDate } from '#domain/dates.ts';
import type { BankAccount } from '#domain/financial/partners/bankAccounts.ts';
import type { PixKey } from '#domain/financial/partners/pixKeys.ts';
import type { Money } from '#domain/money.ts';
import { hashPassword } from '../security/passwords.ts';
import { monthStart, FIRST_MONTH } from './calendar.ts';
import { STANDARD_PRODUCT_TABLE, STANDARD_PRODUCT_TYPES } from '../purchase/standardCatalogue.ts';
import { STANDARD_UNITS } from '../purchase/standardUnits.ts';
import { insertCompositions } from './compositions.ts';
import { BRANDS } from './data/brands.ts';
import { CREDIT_CATEGORIES, DEBIT_CATEGORIES, type CreditCategory, type DebitCategory } from './data/categories.ts';
import {
  ACCOUNT_NAME,
  BUILDINGS,
  COMPANY,
  SITES,
  PASSWORD,
  USERS,
  WALLETS,
  WALLET_KEYS,
  type BuildingKey,
  type WalletKey,
} from './data/company.ts';
import { INPUT_CATEGORIES, OTHER_INPUTS } from './data/inputCategories.ts';
import { CUSTOMERS, SUPPLIERS, type CustomerKey, type SupplierKey } from './data/partners.ts';
import { insertEstimateRows } from './estimates.ts';
import { insertRows, keysOf, reserveFor, reserveIds, type Row, type RowClient } from './insert.ts';
import { insertProducts, type ProductPlace } from './products.ts';
import { insertPublishedMonth } from './published.ts';
import { approveEstimates } from './revisions.ts';
import { insertStages, type StageIds } from './stageRows.ts';

/** Ids of the inserted registers, by the keys of the data files. */
export interface Registers {
  accountId: number;
  companyId: number;
  users: number[];
  building: (key: BuildingKey) => number;
  stage: StageIds;
  wallet: (key: WalletKey) => number;
  supplier: (key: SupplierKey) => number;
  customer: (key: CustomerKey) => number;
  expenseCategory: (key: DebitCategory) => number;
  incomeCategory: (key: CreditCategory) => number;
}

const one = async (client: RowClient, table: string): Promise<number> => {
  const [id] = await reserveIds(client, table, 1);
  if (id === undefined) throw new RangeError(`${table} gave no id`);
  return id;
};

const insertUsers = async (client: RowClient, accountId: number, createdAt: string): Promise<number[]> => {
  const ids = await reserveIds(client, 'users', USERS.length);
  const hash = await hashPassword(PASSWORD);
  const rows = USERS.map(({ login, name, admin = false }, index) => {
    const id = ids[index] ?? 0;
    return { account_id: accountId, id, login, name, admin, password_hash: hash, active: true, version: 1 };
  });
  const complete = rows.map((row) => ({ ...row, timezone: 'America/Sao_Paulo', created_at: createdAt }));
  await insertRows(client, 'users', complete);
  return ids;
};

const insertPermissions = async (client: RowClient, registers: Registers): Promise<void> => {
  const { accountId, companyId, building } = registers;
  const rows = USERS.flatMap(({ permissions, where }, index) =>
    where.flatMap((place) =>
      permissions.map((permission) => ({
        account_id: accountId,
        user_id: registers.users[index] ?? 0,
        company_id: companyId,
        building_id: place === null ? null : building(place),
        permission,
      })),
    ),
  );
  await insertRows(client, 'user_permissions', rows);
};

const partnerRows = (
  accountId: number,
  type: 'SUPPLIER' | 'CUSTOMER',
  partners: readonly {
    id: number;
    name: string;
    tradeName?: string;
    taxId: string;
    phone: string;
    city: string;
    postalCode: string;
    pixKeys?: readonly PixKey[];
    bankAccounts?: readonly BankAccount[];
  }[],
): Row[] =>
  partners.map(({ id, name, tradeName, taxId, phone, city, postalCode, pixKeys = [], bankAccounts = [] }) => ({
    account_id: accountId,
    id,
    type,
    name,
    trade_name: tradeName ?? null,
    tax_id: taxId,
    phone,
    city,
    postal_code: postalCode,
    state: 'SP',
    pix_keys: pixKeys,
    bank_accounts: bankAccounts,
    active: true,
    version: 1,
  }));

/** Inserts suppliers and customers; `taken` are tax ids that others of the account have, "CUSTOMER 12345678000195". */
export const insertPartners = async (client: RowClient, accountId: number, taken: ReadonlySet<string> = new Set()) => {
  const supplier = await reserveFor(client, 'partners', keysOf(SUPPLIERS));
  const customer = await reserveFor(client, 'partners', keysOf(CUSTOMERS));
  const suppliers = keysOf(SUPPLIERS).map((key) => ({ ...SUPPLIERS[key], id: supplier(key) }));
  const customers = keysOf(CUSTOMERS).map((key) => ({ ...CUSTOMERS[key], id: customer(key) }));
  const rows = [...partnerRows(accountId, 'SUPPLIER', suppliers), ...partnerRows(accountId, 'CUSTOMER', customers)];
  const free = rows.map((row) =>
    taken.has(`${String(row.type)} ${String(row.tax_id)}`) ? { ...row, tax_id: null } : row,
  );
  await insertRows(client, 'partners', free);
  return { supplier, customer, first: Number(rows[0]?.id) };
};

const insertCategories = async (client: RowClient, accountId: number) => {
  const incomeCategory = await reserveFor(client, 'categories', keysOf(CREDIT_CATEGORIES));
  const expenseCategory = await reserveFor(client, 'categories', keysOf(DEBIT_CATEGORIES));
  const row = (type: string, id: number, { name, line }: { name: string; line: string | null }): Row => ({
    account_id: accountId,
    id,
    type,
    name,
    statement_line: line,
    active: true,
    version: 1,
  });
  await insertRows(client, 'categories', [
    ...keysOf(CREDIT_CATEGORIES).map((key) => row('CREDIT', incomeCategory(key), CREDIT_CATEGORIES[key])),
    ...keysOf(DEBIT_CATEGORIES).map((key) => row('DEBIT', expenseCategory(key), DEBIT_CATEGORIES[key])),
  ]);
  return { incomeCategory, expenseCategory };
};

const insertPurchaseRegisters = async (client: pg.Client, accountId: number, seedDate: IsoDate): Promise<void> => {
  const rowsOf = async (table: string, rows: readonly Row[]): Promise<number[]> => {
    const ids = await reserveIds(client, table, rows.length);
    const owned = { account_id: accountId, active: true, version: 1 };
    await insertRows(
      client,
      table,
      rows.map((row, index) => ({ ...owned, id: ids[index] ?? 0, ...row })),
    );
    return ids;
  };
  const named =
    (names: readonly string[], ids: readonly number[]) =>
    (name: string): number => {
      const id = ids[names.indexOf(name)];
      if (id === undefined) throw new RangeError(`The demo company has no ${name}`);
      return id;
    };
  const brands = await rowsOf(
    'brands',
    BRANDS.map(({ name, active = true }) => ({ name, active })),
  );
  const units = await rowsOf(
    'units',
    STANDARD_UNITS.map(([acronyms, description]) => ({ acronyms, description })),
  );
  const types = await rowsOf(
    'product_types',
    STANDARD_PRODUCT_TYPES.map((name) => ({ name })),
  );
  const catalogue = await one(client, 'catalogues');
  await insertRows(client, 'catalogues', [{ account_id: accountId, id: catalogue, source: 'GO' }]);
  const [tableId = 0] = await rowsOf('product_tables', [
    { catalogue_id: catalogue, name: STANDARD_PRODUCT_TABLE, source: 'GO' },
  ]);
  const place: ProductPlace = {
    ...{ accountId, catalogueId: catalogue, tableId, type: named(STANDARD_PRODUCT_TYPES, types) },
    unit: named(
      STANDARD_UNITS.map(([acronyms]) => acronyms),
      units,
    ),
    brand: named(
      BRANDS.map(({ name }) => name),
      brands,
    ),
  };
  await insertCompositions(client, place, await insertProducts(client, place, seedDate));
  await insertPublishedMonth(client, place, seedDate);
};

const insertInputCategories = async (client: RowClient, { accountId, expenseCategory }: Registers): Promise<void> => {
  for (const [name, category] of Object.entries(INPUT_CATEGORIES)) {
    await client.query(
      `insert into input_categories (account_id, kind, product_group_id, category_id)
       select account_id, 'GROUP', id, $3 from product_groups where account_id = $1 and name = $2 order by place limit 1`,
      [accountId, name, expenseCategory(category)],
    );
  }
  for (const [kind, category] of Object.entries(OTHER_INPUTS)) {
    await client.query('insert into input_categories (account_id, kind, category_id) values ($1, $2, $3)', [
      ...[accountId, kind, expenseCategory(category)],
    ]);
  }
};

export const insertWallets = async (
  client: RowClient,
  { accountId, companyId }: { accountId: number; companyId: number },
  openings: Record<WalletKey, Money>,
  balanceDate: IsoDate,
): Promise<(key: WalletKey) => number> => {
  const wallet = await reserveFor(client, 'wallets', WALLET_KEYS);
  const rows = WALLET_KEYS.map((key) => ({
    account_id: accountId,
    id: wallet(key),
    company_id: companyId,
    identifier: WALLETS[key].identifier,
    description: WALLETS[key].description,
    initial_balance: openings[key],
    balance_date: balanceDate,
    active: true,
    version: 1,
  }));
  await insertRows(client, 'wallets', rows);
  return wallet;
};

/** Inserts the account, its company, buildings with stages, users, partners, categories, wallets and purchase registers. */
export const insertRegisters = async (
  client: pg.Client,
  seedDate: IsoDate,
  openings: Record<WalletKey, Money>,
): Promise<Registers> => {
  const balanceDate = monthStart(seedDate, FIRST_MONTH);
  const createdAt = `${balanceDate}T08:00:00-03:00`;
  const ids = { accountId: await one(client, 'accounts'), companyId: await one(client, 'companies') };
  const { accountId, companyId } = ids;
  const times = { created_at: createdAt, activated_at: createdAt };
  const account = { id: accountId, name: ACCOUNT_NAME, settings: { demo: true }, ...times };
  await insertRows(client, 'accounts', [account]);
  const { name, address, taxId } = COMPANY;
  const company = { account_id: accountId, id: companyId, name, address, tax_id: taxId };
  await insertRows(client, 'companies', [{ ...company, active: true, version: 1 }]);
  const building = await reserveFor(client, 'buildings', keysOf(BUILDINGS));
  const buildings = keysOf(BUILDINGS).map((key) => ({ id: building(key), name: BUILDINGS[key], ...SITES[key] }));
  const owned = { account_id: accountId, company_id: companyId, active: true, version: 1 };
  await insertRows(
    client,
    'buildings',
    buildings.map((row) => ({ ...owned, ...row })),
  );
  const registers: Registers = {
    ...ids,
    building,
    stage: await insertStages(client, { ...ids, createdAt }, building),
    users: await insertUsers(client, accountId, createdAt),
    wallet: await insertWallets(client, ids, openings, balanceDate),
    ...(await insertPartners(client, accountId)),
    ...(await insertCategories(client, accountId)),
  };
  await insertPermissions(client, registers);
  await insertPurchaseRegisters(client, accountId, seedDate);
  await insertInputCategories(client, registers);
  await insertEstimateRows(client, { accountId, day: balanceDate }, registers);
  await approveEstimates(client, registers, balanceDate);
  return registers;
};
