import type { TestServices } from '#tests/support/services.ts';
import type { Party } from './places.ts';
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

/** Which import the undo of a register takes. */
export const undoneBy = (route: string): string | undefined =>
  Object.entries(REGISTERS).find(
    ([, [segment, plural]]) => route.endsWith(`/${segment}/import/:importId/undo`) || route === `undoImport${plural}`,
  )?.[0];

/** Creates an import of each register, whose row was changed since: an undo leaves it. */
export const furnishRegisterImports = async (
  { seed }: TestServices,
  { accountId }: Party,
  rows: Rows,
): Promise<void> => {
  for (const entity of Object.keys(REGISTERS)) {
    const id = await seed.insert('register_imports', {
      ...{ account_id: accountId, entity, file_name: 'controle.xlsx', user_id: rows.get('user') },
      ...{ made_at: '2026-11-20T12:00:00Z' },
    });
    const row = rows.get(entity) ?? rows.get(`${entity}/DEBIT`);
    await seed.sql(
      `insert into register_import_rows (account_id, import_id, position, entity, row_id, version)
       values ($1, $2, 0, $3, $4, 999)`,
      [accountId, id, entity, row],
    );
    rows.set(`registerImport/${entity}`, id);
    rows.set('registerImport', id);
  }
};
