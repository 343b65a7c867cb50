import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Id, Instant, NamedReference, Nullable } from '../platform/shapes.ts';

/**
 * Kinds of rows whose changes are told live, by the name of their type in GraphQL: a list shows rows of one of them, and
 * a form edits one row.
 */
export const LiveType = Type.Union(
  [
    Type.Literal('Brand'),
    Type.Literal('Building'),
    Type.Literal('Category'),
    Type.Literal('Company'),
    Type.Literal('CostEstimate'),
    Type.Literal('InstallmentRow'),
    Type.Literal('Measurement'),
    Type.Literal('Order'),
    Type.Literal('Partner'),
    Type.Literal('Product'),
    Type.Literal('ProductGroup'),
    Type.Literal('ProductTable'),
    Type.Literal('ProductType'),
    Type.Literal('Quote'),
    Type.Literal('Task'),
    Type.Literal('Transaction'),
    Type.Literal('TransactionComment'),
    Type.Literal('TransactionModel'),
    Type.Literal('Transfer'),
    Type.Literal('Unit'),
    Type.Literal('User'),
    Type.Literal('Wallet'),
  ],
  { 'x-message': 'Não há presença neste tipo de registro.' },
);
export type LiveType = Static<typeof LiveType>;

/**
 * Rows of one kind that somebody else has changed or deleted, of those that the reader may see. Without ids, more than
 * 100 rows were.
 */
export const RowsChange = Type.Object({
  type: LiveType,
  companyId: Nullable(Id),
  ids: Nullable(Type.Array(Id, { maxItems: 100 })),
  by: Nullable(NamedReference),
  at: Instant,
});
export type RowsChange = Static<typeof RowsChange>;

/** Somebody who has a row open; EDITING once something is typed. */
export const Present = Type.Object({
  user: NamedReference,
  editing: Type.Boolean(),
  since: Instant,
});
export type Present = Static<typeof Present>;

/** Everybody who has a row open, each once, the reader included. */
export const Presence = Type.Object({ type: LiveType, rowId: Id, people: Type.Array(Present) });
export type Presence = Static<typeof Presence>;

const PresenceBody = Type.Object({
  type: LiveType,
  rowId: Id,
  tab: Type.String({
    pattern: '^[A-Za-z0-9_-]{8,40}$',
    description: 'Names the open form: the same in each call of it, another in each window',
    'x-message': 'Informe de 8 a 40 letras ou dígitos.',
  }),
  state: Type.Union([Type.Literal('VIEWING'), Type.Literal('EDITING'), Type.Literal('LEFT')], {
    'x-message': 'Escolha VIEWING, EDITING ou LEFT.',
  }),
});
export type PresenceBody = Static<typeof PresenceBody>;

export const liveEndpoints = {
  tellPresence: endpoint({
    method: 'POST',
    path: '/api/v1/assistant/presence',
    summary: 'Tells that the user has a row open, and answers who else has; who is silent for 45 seconds has left',
    body: PresenceBody,
    answer: Presence,
  }),
};

/** The stream begins. */
export interface LiveOpened {
  openedAt: string;
}

/**
 * Path of the stream of server-sent events about rows: `opened` with a LiveOpened, `rows` with a RowsChange, and `presence` with a Presence of a row
 * that the user has open. Nothing is repeated after a reconnect: what was missed is read anew. The stream ends with an event `end`
 * when the session ends.
 */
export const LIVE_STREAM = '/api/v1/assistant/live';
