import type { SeedKit } from '#tests/support/seedKit.ts';
import type { Permission } from '#domain/permissions.ts';
import { furnishClosings } from './furnishClosings.ts';
import { furnishCompanyImports } from './furnishRegisterImports.ts';
import { createFilledDatabase, type TestDatabase } from '#tests/support/postgres.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { furnishAccount, furnishBuilding, furnishCompany, TAX_IDS } from './furnish.ts';
import { furnishTemplates } from './furnishOrganizations.ts';
import { keepWorld, keptWorld, ROLES, type KeptWorld, type Role } from './keptWorld.ts';
import type { Party } from './places.ts';
import type { Rows } from './rows.ts';
import { countWrites, HIDDEN, KEYS, markTexts, ofAccount, OTHERS, startKeysAt, tenantTables } from './tables.ts';

export { ROLES, type Role } from './keptWorld.ts';

const GRANTS: Partial<Record<Role, Permission[]>> = {
  financeiro: ['DEBIT', 'CREDIT'],
  pagador: ['DEBIT'],
  comprador: ['PURCHASE'],
  engenheiro: ['ENGINEERING'],
};

/**
 * Two accounts with corresponding rows. The own account also has a building and a company, with corresponding rows,
 * that only its administrator may see. Ids and texts show the owner (tables.ts).
 */
export interface World extends KeptWorld {
  services: TestServices;
}

/** Of what both accounts have sealed: the folder with the key that the services would make is not copied. */
const SECRETS_KEY = Buffer.alloc(32, 'chave dos testes');

const newParty = async ({ seed }: TestServices, mark: string): Promise<Party> => {
  const accountId = await seed.account();
  const token = await seed.tokenOf(await seed.user(accountId, { admin: true }));
  return { accountId, token, mark };
};

/** Creates a company with one building and all their rows. */
const newCompany = async (services: TestServices, party: Party, registers: Rows): Promise<Rows> => {
  const { seed } = services;
  const companyId = await seed.company(party.accountId, { name: `Construtora ${party.mark}` });
  const place = { ...party, companyId };
  const rows = new Map([
    ...registers,
    ['company', companyId] as const,
    ...(await furnishCompany(services, place, registers.get('user'))),
  ]);
  const building = await seed.building(place, { name: `Obra ${party.mark}` });
  const ofBuilding = await furnishBuilding(services, place, rows, building);
  return new Map([
    ...[...rows, ...ofBuilding],
    ...(await furnishCompanyImports(services, place, building)),
    ...(await furnishClosings(services, place, building)),
  ]);
};

/** Adds a company and a building that can be deleted. */
const addSpares = async (services: TestServices, { accountId }: Party, rows: Rows): Promise<void> => {
  const { seed } = services;
  const companyId = rows.get('company') ?? 0;
  rows.set('building/spare', await seed.building({ accountId, companyId }));
  rows.set('company/spare', await seed.company(accountId));
  await furnishTemplates(services, accountId, rows);
};

const tokensOf = async ({ seed }: TestServices, party: Party, own: Rows): Promise<World['tokens']> => {
  const [companyId, buildingId] = [own.get('company') ?? 0, own.get('building') ?? 0];
  const tokens: Partial<World['tokens']> = { admin: party.token };
  for (const role of ROLES.slice(1, -1)) {
    const permissions = GRANTS[role];
    const grants = permissions ? [{ companyId, buildingId, permissions }] : [];
    tokens[role] = await seed.tokenOf(await seed.user(party.accountId, { grants }));
  }
  return tokens as World['tokens'];
};

const withoutRegisters = (rows: Rows, registers: Rows): Rows =>
  new Map([...rows].filter(([key]) => !registers.has(key)));

/** Furnishes both accounts. */
const furnish = async (services: TestServices): Promise<KeptWorld> => {
  const { seed } = services;
  const tables = await tenantTables(seed);

  await startKeysAt(seed, tables, KEYS.own);
  const us = await newParty(services, 'nossa');
  const registers = new Map([...(await furnishAccount(services, us)), ['account', us.accountId] as const]);
  const own = await newCompany(services, us, registers);
  await addSpares(services, us, own);
  // A nota is for the company of the order, and of its supplier.
  await seed.sql('update companies set tax_id = $1 where id = $2', [TAX_IDS.company, own.get('company')]);
  await seed.sql('update partners set tax_id = $1 where id = $2', [TAX_IDS.supplier, own.get('partner/DEBIT')]);
  const tokens = await tokensOf(services, us, own);

  await startKeysAt(seed, tables, KEYS.hidden);
  const hiddenCompany = withoutRegisters(await newCompany(services, { ...us, mark: 'oculta' }, registers), registers);
  const ownPlace = { ...us, companyId: own.get('company') ?? 0, mark: 'oculta' };
  const hiddenBuilding = await furnishBuilding(services, ownPlace, own, await seed.building(ownPlace));
  const isHidden = (table: string) => `${ofAccount(us.accountId)(table)} and id between 600000 and 699999`;
  const withKeys = tables.filter((table) => !['accounts', 'users', 'audit_log', 'assistant_messages'].includes(table));
  // The own administrator reads these rows, so enum columns need valid values.
  const except = ['payment_method', 'preferred_payment_method', 'statement_line'];
  const shut = await openMonths(seed, us.accountId);
  await markTexts(seed, withKeys, { canary: 'oculto', where: isHidden, except });
  await shut.again();

  await startKeysAt(seed, tables, KEYS.other);
  const they = await newParty(services, 'canario');
  const theirRegisters = new Map([...(await furnishAccount(services, they)), ['account', they.accountId] as const]);
  const other = await newCompany(services, they, theirRegisters);
  await addSpares(services, they, other);
  const user = await seed.user(they.accountId, {
    grants: [{ companyId: other.get('company') ?? 0, permissions: ['DEBIT'] }],
  });
  await services.api.post(`/api/v1/assistant/broadcast/ack`, { token: they.token });
  await seed.tokenOf(user);
  // A closed month keeps its texts.
  const closed = await openMonths(seed, they.accountId);
  // A service account has no texts but its name, which is marked already.
  const where = (table: string) => `${ofAccount(they.accountId)(table)}${table === 'users' ? ' and not service' : ''}`;
  const unmarked = await markTexts(seed, tables, { canary: 'canario', where });
  await closed.again();

  // The seeds of each suite number their users from 1 again.
  await seed.sql(`update users set login = 'da-conta-' || login where account_id = $1 and login like 'pessoa%'`, [
    us.accountId,
  ]);
  await startKeysAt(seed, tables, KEYS.later);
  await countWrites(seed, tables);
  return {
    ...{ tables, accountId: us.accountId, otherAccountId: they.accountId },
    ...{ own, other, hiddenBuilding, hiddenCompany, tokens, otherAdmin: they.token, unmarked },
  };
};

/** Opens both accounts, in a copy of the database that the first suite of a run furnishes. Call `services.stop()` in `afterAll`. */
export const openWorld = async (): Promise<World> => {
  const createDatabase = () =>
    createFilledDatabase('twin_tenants', async (url) => {
      const draft: TestDatabase = { url, ownerUrl: url, drop: () => Promise.resolve() };
      const services = await startServices({ secretsKey: SECRETS_KEY, createDatabase: () => Promise.resolve(draft) });
      try {
        await keepWorld(services.seed, await furnish(services));
      } finally {
        await services.stop();
      }
    });
  const services = await startServices({ secretsKey: SECRETS_KEY, createDatabase });
  return { services, ...(await keptWorld(services.seed)) };
};

/** Returns text or an id in the response that the role may not see, or null. */
export const leakIn = (role: Role, text: string): string | null => {
  // Bytes of a compressed document look like ids here and there; its figures are those of the rows beside it.
  if (text.includes('%PDF-')) return null;
  // A statement line shows date and amount of a hidden transaction; ignores its key, which only identifies the line.
  const shown = text.replace(/"key":"[^"]*"/g, '');
  const found = OTHERS.exec(shown) ?? (role === 'admin' ? null : HIDDEN.exec(shown));
  return found && shown.slice(Math.max(0, found.index - 60), found.index + 60);
};

/** Opens the closed months of an account, or of one of its companies, and closes them again. */
const openMonths = async (seed: SeedKit, accountId: number, companyId?: number) => {
  const where = `account_id = ${accountId}${companyId === undefined ? '' : ` and id = ${companyId}`}`;
  const rows = await seed.sql<{ id: number; closed_through: string }>(
    `select id, closed_through::text from companies where ${where} and closed_through is not null`,
  );
  await seed.sql(`update companies set closed_through = null where ${where}`);
  const again = async () => {
    for (const { id, closed_through } of rows)
      await seed.sql(`update companies set closed_through = $2 where id = $1`, [id, closed_through]);
  };
  return { again };
};

/** Deletes a company, or the account without one. */
export const remove = async ({ services }: World, accountId: number, companyId?: number): Promise<void> => {
  const company = companyId === undefined ? '' : ` and company_id = ${companyId}`;
  await openMonths(services.seed, accountId, companyId);
  const first = ['bank_reconciliations', 'orders', 'measurement_contracts', 'transaction_models'];
  for (const table of [...first, 'transactions', 'transfers']) {
    await services.seed.sql(`delete from ${table} where account_id = ${accountId}${company}`);
  }
  await services.seed.sql(
    companyId === undefined
      ? `delete from accounts where id = ${accountId}`
      : `delete from companies where id = ${companyId}`,
  );
};
