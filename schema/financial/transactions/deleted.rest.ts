import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { Decimal, Id, Instant, listKeys, NamedReference, Nullable, Page } from '../../platform/shapes.ts';
import { Transaction } from './transactions.rest.ts';

/** A deleted transaction, which can be restored until `keptUntil`: 30 days after its deletion. */
export const DeletedTransaction = Type.Object({
  id: Id,
  partner: Nullable(NamedReference),
  description: Nullable(Type.String()),
  documentNumber: Nullable(Type.String()),
  value: Decimal,
  dueDate: Nullable(Type.String({ format: 'date', description: 'Of its first installment' })),
  deletedAt: Instant,
  deletedBy: Nullable(NamedReference),
  keptUntil: Instant,
});
export type DeletedTransaction = Static<typeof DeletedTransaction>;

const companyParams = Type.Object({ companyId: Id });
const keyParams = Type.Object({ companyId: Id, id: Id });

/** Endpoints of deleted transactions, below those of a kind. */
export const deletedEndpointsOf = (collection: string, failure: string) => ({
  deleted: endpoint({
    method: 'GET',
    path: `${collection}/deleted`,
    summary: 'Deleted transactions that can be restored, of which the user may change every building',
    params: companyParams,
    query: Type.Object({ page: listKeys.page, size: listKeys.size, sort: listKeys.sort, search: listKeys.search }),
    answer: Page(DeletedTransaction),
    failure,
  }),
  restore: endpoint({
    method: 'POST',
    path: `${collection}/deleted/:id/restore`,
    summary: 'Restores a deleted transaction under its id, with its installments, apportionment, files and retentions',
    params: keyParams,
    answer: Transaction,
  }),
  forgetDeleted: endpoint({
    method: 'DELETE',
    path: `${collection}/deleted/:id`,
    summary: 'Deletes a deleted transaction for good; only administrators',
    params: keyParams,
    answer: Type.Object({ id: Id }),
  }),
  emptyDeleted: endpoint({
    method: 'DELETE',
    path: `${collection}/deleted`,
    summary: 'Deletes all deleted transactions of the company for good; only administrators',
    params: companyParams,
    answer: Type.Object({ count: Type.Integer() }),
  }),
});
