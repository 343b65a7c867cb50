import type { PurchaseChange } from '#schema/purchase/history.rest.ts';
import {
  changedFields,
  changedParts,
  idOf,
  isJson,
  oneSided,
  rowsOf,
  type Json,
  type RawPart,
  type Side,
} from './parts.ts';

export type Kind = 'order' | 'quote';

/** An entry of the history of an order or a quote. */
export interface Entry {
  id: number;
  at: string;
  user: PurchaseChange['user'];
  program: string | null;
  action: string;
  details: Json | null;
}

type Action = PurchaseChange['action'];

/** What is told of both; mails are told where they were sent. */
const ACTIONS: Readonly<Record<string, Action>> = {
  ...{ create: 'CREATED', update: 'CHANGED', approve: 'APPROVED', reject: 'REJECTED', send: 'SENT' },
  ...{ remind: 'REMINDED', makeLink: 'LINK_MADE', revoke: 'LINKS_REVOKED', visit: 'OPENED', confirm: 'CONFIRMED' },
  ...{ propose: 'DATE_PROPOSED', decideDate: 'DATE_DECIDED', answer: 'ANSWERED', decline: 'DECLINED' },
  ...{ resume: 'RESUMED', award: 'AWARDED', order: 'ORDERED', close: 'CLOSED', reopen: 'REOPENED' },
  ...{ receive: 'RECEIVED', receiveInvoice: 'INVOICE_RECEIVED', undoReceipt: 'RECEIPT_UNDONE' },
  ...{ return: 'RETURNED', undoReturn: 'RETURN_UNDONE', attach: 'FILE_ADDED', detach: 'FILE_REMOVED' },
};
export const TOLD_ACTIONS = Object.keys(ACTIONS);

const stateOf = (value: unknown): Json | undefined => {
  if (!isJson(value)) return undefined;
  // A quote is kept with its rows as it has them, an order with their ids.
  const { building, buyer } = value;
  return {
    ...value,
    ...(isJson(building) && { buildingId: building['id'] }),
    ...('buyer' in value && { buyerId: isJson(buyer) ? buyer['id'] : null }),
  };
};

const pick = (from: Json, names: readonly string[]): Json =>
  Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name]]] : [])));

const lineOf = (kind: Kind, id: unknown) =>
  typeof id === 'number' ? { table: kind === 'order' ? ('order_lines' as const) : ('quote_lines' as const), id } : null;
const supplierOf = (id: unknown) => (typeof id === 'number' ? { table: 'quote_suppliers' as const, id } : null);

/** A nota or a return with the quantity of each line. */
const goodsOf = (told: Json, side: Side): RawPart[] => [
  oneSided(side, 'DOCUMENT', pick(told, ['documentNumber', 'receivedDate', 'returnDate', 'value', 'reason'])),
  ...rowsOf(told['lines']).map((line) =>
    oneSided(side, 'LINE', pick(line, ['quantity']), lineOf('order', line['lineId'])),
  ),
];

const suppliersOf = (ids: unknown): RawPart[] =>
  (Array.isArray(ids) ? ids : []).map((id) => oneSided('after', 'SUPPLIER', {}, supplierOf(id)));

/** Lines whose winner is another one. */
const awardsOf = (told: Json): RawPart[] => {
  const [before, after] = [told['before'], told['after']].map((side) => (isJson(side) ? side : {}));
  const winners = (side: Json | undefined) =>
    new Map(rowsOf(side?.['awards']).map(({ lineId, supplierId }) => [lineId, supplierId]));
  const [was, is] = [winners(before), winners(after)];
  return [
    changedFields('DOCUMENT', pick(before ?? {}, ['justification']), pick(after ?? {}, ['justification'])),
    ...[...new Set([...was.keys(), ...is.keys()])].map((line) =>
      changedFields(
        'LINE',
        { awardedId: was.get(line) ?? null },
        { awardedId: is.get(line) ?? null },
        lineOf('quote', line),
      ),
    ),
  ].filter(({ fields }) => fields.length > 0);
};

/** Lines that were moved to another stage, as pairs of ids. */
const movesOf = (moves: unknown): RawPart[] =>
  (Array.isArray(moves) ? moves : []).flatMap((move) =>
    Array.isArray(move)
      ? [changedFields('LINE', { stageId: idOf(move[1]) }, { stageId: idOf(move[2]) }, lineOf('order', move[0]))]
      : [],
  );

const document = (told: Json, ...names: string[]): RawPart => oneSided('after', 'DOCUMENT', pick(told, names));

/** What an entry says that was changed, whoever reads it. */
const partsOf = (action: Action, told: Json): RawPart[] => {
  const after = stateOf(told['after']);
  switch (action) {
    case 'CREATED':
    case 'CHANGED':
      return after === undefined ? movesOf(told['costEstimateGroups']) : changedParts(stateOf(told['before']), after);
    case 'APPROVED':
    case 'REJECTED':
      return [document(stateOf(told['approval']) ?? {}, 'reason')];
    case 'RECEIVED':
    case 'RETURNED':
      return goodsOf(told, 'after');
    case 'RECEIPT_UNDONE':
    case 'RETURN_UNDONE':
      return goodsOf(stateOf(told['before']) ?? {}, 'before');
    case 'INVOICE_RECEIVED':
      return [document(told, 'accessKey')];
    case 'SENT':
      return [document(told, 'email', 'phone', 'message'), ...suppliersOf(told['suppliers'])];
    case 'REMINDED':
      return suppliersOf(told['suppliers']);
    case 'AWARDED':
      return awardsOf(told);
    case 'ORDERED': {
      const made = rowsOf(told['orders']).map((order) => String(order['document']));
      return [document({ orders: made.join(', ') }, 'orders')];
    }
    case 'DATE_PROPOSED':
    case 'DATE_DECIDED':
    case 'CONFIRMED':
      return [document({ ...told, proposedDate: told['date'] }, 'decision', 'proposedDate', 'note')];
    case 'FILE_ADDED':
    case 'FILE_REMOVED': {
      const side = action === 'FILE_ADDED' ? 'after' : 'before';
      return [oneSided(side, 'DOCUMENT', { attachment: told['name'] }), ...ofSupplier(told)];
    }
    default:
      return [document(told, 'reason'), ...ofSupplier(told)];
  }
};

/** Of what one supplier of a quote did, or was done to it: its name. */
const ofSupplier = ({ supplierId }: Json): RawPart[] =>
  typeof supplierId === 'number' ? [oneSided('after', 'SUPPLIER', {}, supplierOf(supplierId))] : [];

/** What a reader is told of an entry: nothing but the action of a time at which it was of a building that they may not see. */
export const changeOf = (
  { action: name, details }: Pick<Entry, 'action' | 'details'>,
  isSeen: boolean,
): { action: Action; parts: RawPart[]; hidden: boolean } => {
  const action = ACTIONS[name] ?? 'CHANGED';
  if (!isSeen) return { action, parts: [], hidden: true };
  const parts = partsOf(action, details ?? {}).filter(({ part, fields }) => part !== 'DOCUMENT' || fields.length > 0);
  return { action, parts, hidden: false };
};
