import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Decimal, Id, IsoDate, listKeys, NamedReference, Nullable, Page, Version } from '../platform/shapes.ts';

/** Transfer between two wallets of a company: two legs in one row, never income or expense (domain.md §3). */
export const Transfer = Type.Object({
  id: Id,
  amount: Decimal,
  date: IsoDate,
  description: Nullable(Type.String()),
  sourceWalletId: Id,
  targetWalletId: Id,
  sourceWallet: NamedReference,
  targetWallet: NamedReference,
  reconciled: Type.Boolean({ description: 'A line of a bank statement is answered by it' }),
  version: Version,
});
export type Transfer = Static<typeof Transfer>;

export const TransferBody = Type.Object({
  amount: Decimal,
  date: IsoDate,
  sourceWalletId: Id,
  targetWalletId: Id,
  description: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
});
export type TransferBody = Static<typeof TransferBody>;

const collection = '/api/v1/financial/companies/:companyId/transfers';
const companyParams = Type.Object({ companyId: Id });

export const transferEndpoints = {
  list: endpoint({
    method: 'GET',
    path: collection,
    summary: 'Transfers, newest first',
    params: companyParams,
    query: Type.Object({
      ...listKeys,
      wallet: Type.Optional(Type.Integer({ minimum: 1, description: 'Either of the two wallets' })),
      sourceWalletId: Type.Optional(Id),
      targetWalletId: Type.Optional(Id),
      amount: Type.Optional(Decimal),
      date: Type.Optional(IsoDate),
      description: Type.Optional(Type.String({ maxLength: 200 })),
      from: Type.Optional(IsoDate),
      to: Type.Optional(IsoDate),
    }),
    answer: Page(Transfer),
    watched: { entity: 'transfer' },
  }),
  create: endpoint({
    method: 'POST',
    path: collection,
    summary: 'Moves money between two wallets',
    params: companyParams,
    body: TransferBody,
    answer: Transfer,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${collection}/:id`,
    summary: 'Deletes a transfer and returns it; the balances of both wallets change',
    params: Type.Object({ companyId: Id, id: Id }),
    answer: Transfer,
  }),
};
