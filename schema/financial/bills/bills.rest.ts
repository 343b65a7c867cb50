import { importEndpoint, undoImportEndpoint } from '../../platform/imports.ts';
import { Id } from '../../platform/shapes.ts';
import { billImport } from './bills.import.ts';

const expenses = {
  path: '/api/v1/financial/company/:companyId/debit',
  owner: { companyId: Id },
  called: ['open bill', 'open bills'],
} as const;

/**
 * Open bills of a company from a spreadsheet (mock 15). A row is an expense with one installment, all of it forecast. Rows of
 * one supplier, number (with its type) and emission that have an `installment` are one expense: "1/3", "2/3" and "3/3" must
 * all be there, and agree in what the document says once. A row whose supplier, number, due date and value an expense of the
 * company has already is UNCHANGED and stays out, whatever `existing` says: it does not differ. Where there is no number,
 * the description counts. Blank emission: today.
 */
export const billEndpoints = {
  import: {
    ...importEndpoint(expenses, billImport),
    summary:
      'Checks or imports open bills from the rows of a spreadsheet: each an expense, all or none, or all but those at fault',
  },
  /** 422 with what hinders it, at `rows.N`, while anything of the import was paid, changed, or is in a closed month. */
  undoImport: {
    ...undoImportEndpoint(expenses, billImport),
    summary: 'Takes back what an import of open bills wrote, as a whole, while none of it was paid or changed',
  },
};
