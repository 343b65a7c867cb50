import { openOffice, type Office } from '#tests/financial/officeKit.ts';
import { startServices, type Reply, type TestServices } from '#tests/support/services.ts';
import { openShelf, type Shelf } from './productKit.ts';

/** Fields first, then rows: lines 2, 3 … of the file. */
export type Sheet = readonly (readonly string[])[];

export interface ImportOffice {
  services: TestServices;
  office: Office;
  stranger: Office;
  shelf: Shelf;
  send: (register: Register, sheet: Sheet, more?: Record<string, unknown>, token?: string) => Promise<Reply>;
  check: (register: Register, sheet: Sheet, more?: Record<string, unknown>, token?: string) => Promise<Reply>;
  /** Takes an import back, as an administrator of the account of the path. */
  undo: (register: Register, importId: number, token?: string, accountId?: number) => Promise<Reply>;
  /** Rows of a statement whose $1 is the account. */
  rowsOf: (sql: string) => Promise<Record<string, unknown>[]>;
}

const paths = {
  brand: 'purchase/brand',
  unit: 'purchase/unit',
  type: 'purchase/account/ID/product-type',
  group: 'purchase/account/ID/product-group',
  product: 'purchase/account/ID/product',
  partner: 'financial/account/ID/partner',
  category: 'financial/account/ID/category',
};
export type Register = keyof typeof paths;

/** Two accounts with shelves, and calls that import into the first one. */
export const openImports = async (): Promise<ImportOffice> => {
  const services = await startServices();
  const office = await openOffice(services.seed);
  const stranger = await openOffice(services.seed, 'CANARIO');
  const shelf = await openShelf(services.seed, office.accountId);
  await openShelf(services.seed, stranger.accountId);
  const beside: Partial<Record<Register, object>> = {
    product: { productTable: { id: shelf.tableId } },
    partner: { type: 'SUPPLIER' },
  };
  const send: ImportOffice['send'] = (register, [columns = [], ...rows], more = {}, token = office.admin) =>
    services.api.post(`/api/v1/${paths[register].replace('ID', String(office.accountId))}/import`, {
      token,
      body: {
        fileName: 'controle.xlsx',
        columns,
        rows: rows.map((cells, index) => ({ line: index + 2, cells })),
        ...beside[register],
        ...more,
      },
    });
  const undo: ImportOffice['undo'] = (register, importId, token = office.admin, accountId = office.accountId) =>
    services.api.post(`/api/v1/${paths[register].replace('ID', String(accountId))}/import/${importId}/undo`, { token });
  return {
    ...{ services, office, stranger, shelf, send, undo },
    check: (register, sheet, more = {}, token = office.admin) =>
      send(register, sheet, { dryRun: true, ...more }, token),
    rowsOf: (sql) => services.seed.sql<Record<string, unknown>>(sql, [office.accountId]),
  };
};

interface Problem {
  field: string;
  message: string;
  suggestion?: string;
}

/** What an import answers; one that was refused says why. */
const answered = ({ status, text, body }: Reply) => {
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body.data;
};
export const counts = (reply: Reply) => answered(reply).counts;
export const statuses = (reply: Reply) => answered(reply).rows.map(({ status }: { status: string }) => status);
/** [line, field, message, suggestion] of every cell at fault. */
export const faults = (reply: Reply) =>
  answered(reply).rows.flatMap(({ line, problems }: { line: number; problems: Problem[] }) =>
    problems.map(({ field, message, suggestion }) => [line, field, message, ...(suggestion ? [suggestion] : [])]),
  );
/** Counts of an import. */
export const of = (created: number, updated = 0, unchanged = 0, kept = 0, failed = 0) => ({
  ...{ created, updated, unchanged, kept, failed },
});

/** The id of an import. */
export const importOf = ({ body }: Reply): number => body.data.importId;
/** Counts of an undo. */
export const undone = (removed: number, restored = 0, left = 0) => ({ removed, restored, left });
interface UndoneRow {
  label: string;
  outcome: string;
  reason?: string;
}
/** [label, outcome, reason] of every row of an undo. */
export const told = ({ body }: Reply) =>
  body.data.rows.map(({ label, outcome, reason }: UndoneRow) => [label, outcome, ...(reason ? [reason] : [])]);
