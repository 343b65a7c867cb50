import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { NamedReference, Nullable } from '../platform/shapes.ts';

/** The demonstration company of the account; `company` is null without one. */
export const Demonstration = Type.Object({ company: Nullable(NamedReference) });
export type Demonstration = Static<typeof Demonstration>;

/** What went with the demonstration company, and the partners that stay because rows of the account's own use them. */
export const RemovedDemonstration = Type.Object({
  transactions: Type.Integer(),
  partners: Type.Integer(),
  keptPartners: Type.Integer(),
});
export type RemovedDemonstration = Static<typeof RemovedDemonstration>;

const path = '/api/v1/security/demonstration';

export const demonstrationEndpoints = {
  get: endpoint({
    method: 'GET',
    path,
    summary: 'The demonstration company that the account began with, if it is still there',
    answer: Demonstration,
  }),
  remove: endpoint({
    method: 'DELETE',
    path,
    summary:
      'Removes the demonstration company with its rows, and nothing else; 422 while it has rows that somebody entered',
    answer: RemovedDemonstration,
  }),
};
