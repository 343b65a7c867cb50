import type { TransactionChange } from '#schema/financial/transactions/history.rest.ts';
import { add, subtract, ZERO, type Money } from '#domain/money.ts';
import { seesBuilding, seesTransaction, type View } from '../visibility.ts';
import { changedParts, isJson, partOf, rowsOf, type Json, type RawPart } from './parts.ts';

/** An entry of the history of a document. */
export interface Entry {
  id: number;
  at: string;
  user: TransactionChange['user'];
  program: string | null;
  action: string;
  entity: string;
  details: Json | null;
  /** Number of the installment that it names, of today. */
  number: number | null;
  /** Buildings of the document at that time, of entries that do not tell them; null where nobody knows. */
  buildings: number[] | null;
}

export interface RawChange {
  action: TransactionChange['action'];
  parts: RawPart[];
  hidden: boolean;
}

const ACTIONS: Readonly<Record<string, TransactionChange['action']>> = {
  'transaction create': 'CREATED',
  'transaction update': 'CHANGED',
  'transaction pay': 'PAID',
  'transaction undo': 'PAYMENT_UNDONE',
  'transaction paymentCode': 'PAYMENT_CODE',
  'transaction reconcile': 'RECONCILED',
  'transaction unreconcile': 'RECONCILIATION_UNDONE',
  'attachment attach': 'FILE_ADDED',
  'attachment detach': 'FILE_REMOVED',
  'fiscalDocument link': 'NOTA_LINKED',
  'transaction delete': 'DELETED',
  'transaction restore': 'RESTORED',
};

const stateOf = (value: unknown): Json | undefined => (isJson(value) ? value : undefined);
const oneField = (field: string, before: unknown, after: unknown): RawPart => ({
  ...partOf('DOCUMENT', {}, {}),
  fields: [{ field, before: before ?? null, after: after ?? null }],
});

const PAYMENT = ['paymentDate', 'walletId', 'paymentMethod', 'increase', 'discount'];
const moneyOf = (value: unknown): Money => (typeof value === 'string' ? value : ZERO);

/** A payment as it was made or undone: what was paid, and by what. */
const paymentOf = (told: Json, side: 'before' | 'after', number: number | null): RawPart => {
  const { grossValue, increase, discount } = told;
  const paidValue = subtract(add(moneyOf(grossValue), moneyOf(increase)), moneyOf(discount));
  const state = { ...told, paidValue };
  const part = side === 'after' ? partOf('INSTALLMENT', {}, state) : partOf('INSTALLMENT', state, {});
  const fields = part.fields.filter(({ field }) => field === 'paidValue' || PAYMENT.includes(field));
  return { ...part, number: typeof told['number'] === 'number' ? told['number'] : number, fields };
};

const NO_LINE = { statementWalletId: null, statementDate: null, statementValue: null };

/** A line of a bank statement that an installment was reconciled with, or is no longer. */
const statementLineOf = ({ number, walletId, date, amount }: Json, side: 'before' | 'after'): RawPart => {
  const line = { number, statementWalletId: walletId, statementDate: date, statementValue: amount };
  const none = { number, ...NO_LINE };
  return side === 'after' ? partOf('INSTALLMENT', none, line) : partOf('INSTALLMENT', line, none);
};

/** What an entry says that was changed, whoever reads it. */
const partsOf = ({ action, entity, details, number }: Entry): RawPart[] => {
  const told = details ?? {};
  const [before, after] = [stateOf(told['before']), stateOf(told['after'])];
  switch (`${entity} ${action}`) {
    case 'transaction pay':
      return [paymentOf(told, 'after', number)];
    case 'transaction undo':
      return [paymentOf(before ?? {}, 'before', number)];
    case 'transaction paymentCode':
      return [
        {
          ...partOf('INSTALLMENT', { paymentCode: told['before'] }, { paymentCode: told['after'] }),
          number,
        },
      ];
    case 'transaction reconcile':
      return rowsOf(told['lines']).map((line) => statementLineOf(line, 'after'));
    case 'transaction unreconcile':
      return rowsOf(told['lines']).map((line) => statementLineOf(line, 'before'));
    case 'attachment attach':
      return [oneField('attachment', null, told['name'])];
    case 'attachment detach':
      return [oneField('attachment', told['name'], null)];
    case 'fiscalDocument link':
      return [oneField('accessKey', null, told['accessKey'])];
    // It is as it was before it was deleted.
    case 'transaction restore':
      return [];
    default:
      return after === undefined ? [] : changedParts(before, after);
  }
};

const buildingsIn = (state: Json): number[] =>
  rowsOf(state['apportionments']).flatMap(({ buildingId }) => (typeof buildingId === 'number' ? [buildingId] : []));

/** Whether the reader could see the document before and after the change. */
const isSeen = ({ details, buildings }: Entry, view: View): boolean => {
  if (view === 'all') return true;
  const states = [stateOf(details?.['before']), stateOf(details?.['after'])].flatMap((state) =>
    state !== undefined && 'apportionments' in state ? [buildingsIn(state)] : [],
  );
  const places = states.length > 0 ? states : buildings === null ? [] : [buildings];
  return places.every((ids) => seesTransaction(view, ids));
};

/**
 * What a reader is told of an entry. Of a time at which the document was of buildings that they may not see, only that something
 * was changed; shares of such buildings are left out, as in the document.
 */
export const changeOf = (entry: Entry, view: View): RawChange => {
  const action = ACTIONS[`${entry.entity} ${entry.action}`] ?? 'CHANGED';
  if (!isSeen(entry, view)) return { action, parts: [], hidden: true };
  const all = partsOf(entry);
  const parts = all.filter(({ buildingId }) => buildingId === null || seesBuilding(view, buildingId));
  return { action, parts, hidden: parts.length < all.length };
};
