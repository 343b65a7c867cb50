import { importEndpoint, undoImportEndpoint } from '../../platform/imports.ts';
import type { ImportDescription } from '#domain/imports/description.ts';
import { Id } from '../../platform/shapes.ts';
import { billImport, receivableImport } from './bills.import.ts';

const FAULTY = 'all or none, or all but those at fault';

const endpointsOf = (segment: 'debit' | 'credit', name: string, document: string, description: ImportDescription) => {
  const documents = {
    path: `/api/v1/financial/company/:companyId/${segment}`,
    owner: { companyId: Id },
    called: [name, `${name}s`],
  } as const;
  return {
    import: {
      ...importEndpoint(documents, description),
      summary: `Checks or imports ${name}s from the rows of a spreadsheet: each ${document}, ${FAULTY}`,
    },
    /** 422 with what hinders it, at `rows.N`, while anything of the import was paid, changed, or is in a closed month. */
    undoImport: {
      ...undoImportEndpoint(documents, description),
      summary: `Takes back what an import of ${name}s wrote, as a whole, while none of it was paid or changed`,
    },
  };
};

/**
 * Open bills of a company from a spreadsheet (mock 15). A row is an expense with one installment, all of it forecast. Rows of
 * one supplier, number (with its type) and emission that have an `installment` are one expense: "1/3", "2/3" and "3/3" must
 * all be there, and agree in what the document says once. A row whose supplier, number, due date and value an expense of the
 * company has already is UNCHANGED and stays out, whatever `existing` says: it does not differ. Where there is no number,
 * the description counts. Blank emission: today.
 */
export const billEndpoints = endpointsOf('debit', 'open bill', 'an expense', billImport);

/** Open receivables of a company from a spreadsheet: income by customers, by the same rules. */
export const receivableEndpoints = endpointsOf('credit', 'open receivable', 'an income', receivableImport);
