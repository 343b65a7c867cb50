import { enter } from '#tests/financial/officeKit.ts';
import type { TestServices } from '#tests/support/services.ts';
import type { CompanyPlace, Party } from './places.ts';
import type { Rows } from './rows.ts';

/** Registers whose imports are undone: entity of the history → segment of the address, and name in GraphQL. */
const REGISTERS = {
  category: ['category', 'Categories'],
  partner: ['partner', 'Partners'],
  brand: ['brand', 'Brands'],
  unit: ['unit', 'Units'],
  productType: ['product-type', 'ProductTypes'],
  productGroup: ['product-group', 'ProductGroups'],
  product: ['product', 'Products'],
} as const;
/** The same of registers of a company. */
const OF_COMPANY = { building: ['building', 'Buildings'] } as const;
/** The same of documents, which are taken back as a whole. */
const DOCUMENTS = { transaction: ['debit', 'Bills'], income: ['credit', 'Receivables'] } as const;

/** Which import the undo of a register takes. */
export const undoneBy = (route: string): string | undefined =>
  Object.entries({ ...REGISTERS, ...OF_COMPANY, ...DOCUMENTS }).find(
    ([, [segment, plural]]) => route.endsWith(`/${segment}/import/:importId/undo`) || route === `undoImport${plural}`,
  )?.[0];

interface One {
  accountId: number;
  entity: string;
  row: number;
  user?: number | undefined;
}

/** Creates an import of one row, which was changed since. */
const furnishOne = async (seed: TestServices['seed'], { accountId, entity, row, user }: One): Promise<number> => {
  const id = await seed.insert('register_imports', {
    ...{ account_id: accountId, entity, file_name: 'controle.xlsx', ...(user === undefined ? {} : { user_id: user }) },
    ...{ made_at: '2026-11-20T12:00:00Z' },
  });
  await seed.sql(
    `insert into register_import_rows (account_id, import_id, position, entity, row_id, version)
     values ($1, $2, 0, $3, $4, 999)`,
    [accountId, id, entity, row],
  );
  return id;
};

/** Creates an import of each register, whose row was changed since: an undo leaves it. */
export const furnishRegisterImports = async (
  { seed }: TestServices,
  { accountId }: Party,
  rows: Rows,
): Promise<void> => {
  for (const entity of Object.keys(REGISTERS)) {
    const row = Number(rows.get(entity) ?? rows.get(`${entity}/DEBIT`));
    const id = await furnishOne(seed, { accountId, entity, row, user: rows.get('user') });
    rows.set(`registerImport/${entity}`, id);
    rows.set('registerImport', id);
  }
};

/** Creates an import of one expense or income of a building, as it was made. */
const furnishDocumentImport = async (
  { seed }: TestServices,
  place: CompanyPlace,
  building: number,
  [type, entity]: readonly ['DEBIT' | 'CREDIT', keyof typeof DOCUMENTS],
): Promise<Rows> => {
  const bill = await enter(seed, place, {
    ...{ type, value: '10.00', documentNumber: `Importada ${place.mark}` },
    parts: [{ buildingId: building, value: '10.00' }],
  });
  const id = await seed.insert('register_imports', {
    ...{ account_id: place.accountId, entity, file_name: 'contas.xlsx' },
    ...{ made_at: '2026-11-20T12:00:00Z' },
  });
  await seed.sql(
    `insert into register_import_rows (account_id, import_id, position, entity, row_id, version)
     values ($1, $2, 0, $3, $4, 1)`,
    [place.accountId, id, entity, bill],
  );
  const [part] = await seed.sql<{ id: string }>('select id from installments where transaction_id = $1', [bill]);
  return new Map([
    [`transaction/${type}/imported`, bill],
    [`installment/${type}/imported`, Number(part?.id)],
    [`registerImport/${entity}`, id],
  ]);
};

/** Creates an import of an expense, one of an income, and one of the building. */
export const furnishCompanyImports = async (
  services: TestServices,
  place: CompanyPlace,
  building: number,
): Promise<Rows> =>
  new Map([
    ...(await furnishDocumentImport(services, place, building, ['DEBIT', 'transaction'])),
    ...(await furnishDocumentImport(services, place, building, ['CREDIT', 'income'])),
    ['registerImport/building', await furnishOne(services.seed, { ...place, entity: 'building', row: building })],
  ]);
