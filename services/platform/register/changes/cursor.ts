import { createHash } from 'node:crypto';
import { START } from '#schema/platform/changes.ts';
import { invalid } from '../../errors.ts';

/** How far a list has been read: every change up to this row of this transaction. */
export interface Position {
  /** Transaction number (xid8), as text. */
  tx: string;
  id: string;
}

/** What a cursor is bound to; each part is refused with its own sentence. */
export interface Binding {
  /** Database and its line of recovery (`change_epoch()`). */
  epoch: string;
  /** Account, list, parameters and filters. */
  list: string;
  /** What the user may see, where the list depends on it. */
  rights: string;
}

const VERSION = '1';
const NUMBER = /^\d{1,19}$/;
const AGAIN = `comece de novo com changedSince=${START}.`;
const SENTENCES: Record<keyof Binding | 'form', string> = {
  form: `Este cursor não é válido: ${AGAIN}`,
  list: `Este cursor é de outra lista ou de outros filtros: ${AGAIN}`,
  rights: `As permissões mudaram desde este cursor: ${AGAIN}`,
  epoch: `O banco de dados foi restaurado desde este cursor: ${AGAIN}`,
};

const refusal = (cause: keyof typeof SENTENCES) =>
  invalid([{ path: 'changedSince', message: SENTENCES[cause] }], SENTENCES[cause]);

/** Short fingerprint of a value; the same for objects with the same keys in another order. */
export const fingerprint = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value, sortedKeys)).digest('hex').slice(0, 12);

const sortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

export const writeCursor = ({ epoch, list, rights }: Binding, { tx, id }: Position): string =>
  Buffer.from([VERSION, fingerprint(epoch), list, rights, tx, id].join('.')).toString('base64url');

/** Reads a cursor as far as its form goes. @throws ServiceError 400 at `changedSince` */
export const readCursor = (text: string): { binding: Binding; position: Position } | null => {
  if (text === START) return null;
  const [version, epoch, list, rights, tx, id, ...rest] = Buffer.from(text, 'base64url').toString('latin1').split('.');
  if (version !== VERSION || !epoch || !list || !rights || !tx || !id || rest.length > 0) throw refusal('form');
  if (!NUMBER.test(tx) || !NUMBER.test(id)) throw refusal('form');
  return { binding: { epoch, list, rights }, position: { tx, id } };
};

/** @throws ServiceError 400 at `changedSince` for a cursor of something else than what is asked now */
export const requireSame = (cursor: Binding, asked: Binding): void => {
  if (cursor.list !== asked.list) throw refusal('list');
  if (cursor.rights !== asked.rights) throw refusal('rights');
  if (cursor.epoch !== fingerprint(asked.epoch)) throw refusal('epoch');
};

/** @throws ServiceError 400 at `changedSince` for a cursor ahead of the database, which has gone back in time */
export const requirePast = ({ tx }: Position, next: string): void => {
  if (BigInt(tx) >= BigInt(next)) throw refusal('epoch');
};
