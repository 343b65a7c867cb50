import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import { conflict, notFound, staleVersion } from '../errors.ts';
import type { Session } from '../session.ts';
import type { Database } from '../db/tables.ts';
import type { AuditEntry, Trx, Work } from '../db/unitOfWork.ts';
import { usesOf, type Usage, type UsedRow } from './usages.ts';

/** Tables whose rows people edit one at a time, under a version. */
export type RegisterTable = {
  [T in keyof Database]: Selectable<Database[T]> extends { account_id: number; id: number; version: number }
    ? T
    : never;
}[keyof Database];

type Row<T extends RegisterTable> = Selectable<Database[T]>;

/** How a kind of row is called in the sentences that refuse something. */
export interface Noun {
  /** 'Carteira' */
  name: string;
  feminine: boolean;
}

/** Key of a row that is about to change. `within` narrows it further, e.g. to the company of the address. */
export interface RowKey {
  id: number;
  within?: Record<string, number>;
}

/** A row as it was and as it is, and the columns that differ. */
export interface Change<R> {
  before: R;
  after: R;
  changed: string[];
}

export interface RegisterDefinition<T extends RegisterTable> {
  table: T;
  /** English name of the row in the history. */
  entity: string;
  noun: Noun | ((row: Row<T>) => Noun);
  missing: string;
  /** Whatever keeps a row from being deleted. */
  usages: (row: UsedRow<Row<T>>) => Usage[];
  /** Whether rows can be deactivated, which a refused deletion then offers. */
  deactivates?: boolean;
  /** Columns that the history must not repeat. */
  secret?: readonly string[];
  /** Columns with personal data: the history of a deleted row names them without their values. */
  personal?: readonly string[];
}

const condition = (accountId: number, { id, within = {} }: RowKey): RawBuilder<unknown> =>
  sql.join(
    Object.entries({ account_id: accountId, ...within, id }).map(
      ([column, value]) => sql`${sql.ref(column)} = ${value}`,
    ),
    sql` and `,
  );

/** Columns with a value; undefined means that the body does not have the column. */
const given = (values: object): [string, unknown][] =>
  Object.entries(values).filter(([, value]) => value !== undefined);

const refusal = (noun: Noun, uses: string, deactivates: boolean): string => {
  const [article, ending] = noun.feminine ? ['Esta', 'a'] : ['Este', 'o'];
  const advice = deactivates ? ` Desative-${ending} para que não apareça em novos lançamentos.` : '';
  return `${article} ${noun.name.toLowerCase()} não pode ser excluíd${ending}: está em uso por ${uses}.${advice}`;
};

/** Replaces personal data in the history of a deleted row; migration 0015 writes the same. */
const ERASED = 'erased';

/** Arrays (places, tags, keys) are read anew with each row, so they are compared by their elements. */
const same = (before: unknown, after: unknown): boolean =>
  before === after ||
  (Array.isArray(before) && Array.isArray(after) && JSON.stringify(before) === JSON.stringify(after));

/** Before and after of what changed, for the history. */
export const changes = (before: object, after: object): Record<string, [unknown, unknown]> =>
  Object.fromEntries(
    given(after)
      .filter(([column, value]) => column !== 'version' && !same(Reflect.get(before, column), value))
      .map(([column, value]) => [column, [Reflect.get(before, column), value]]),
  );

/** What the history tells of a deleted row. */
export const toldOf = (definition: Pick<RegisterDefinition<never>, 'secret' | 'personal'>, row: object): object =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => !definition.secret?.includes(column))
      .map(([column, value]) => [column, definition.personal?.includes(column) && value !== null ? ERASED : value]),
  );

/** Where a row of a company was. */
export const placeOf = (row: object): Pick<AuditEntry, 'was'> => {
  const companyId: unknown = Reflect.get(row, 'company_id');
  return typeof companyId === 'number' ? { was: { companyId, buildingIds: [] } } : {};
};

/**
 * What all registers do the same way: rows are made, changed under their version, and deleted unless something uses
 * them; each change locks its row first and leaves its trace in the history. Reading is the feature's own.
 */
export const register = <T extends RegisterTable>(definition: RegisterDefinition<T>) => {
  const { table, entity, missing } = definition;
  const nameOf = (row: Row<T>): Noun =>
    typeof definition.noun === 'function' ? definition.noun(row) : definition.noun;

  /**
   * The row, held until the end of the transaction. 404 when there is none, 409 when it is of another version. Rows
   * that refer to it may still be added while it changes, but not while it is deleted.
   */
  const lock = async (
    trx: Trx,
    session: Pick<Session, 'accountId'>,
    key: RowKey & { version?: number | undefined },
    purpose: 'change' | 'delete' = 'change',
  ): Promise<Row<T>> => {
    const strength = purpose === 'delete' ? sql`update` : sql`no key update`;
    const { rows } = await sql<Row<T>>`
      select * from ${sql.table(table)} where ${condition(session.accountId, key)} for ${strength}`.execute(trx);
    const [row] = rows;
    if (!row) throw notFound(missing);
    if (key.version !== undefined && Reflect.get(row, 'version') !== key.version) throw staleVersion();
    return row;
  };

  /** Makes a row of the session's account and answers it. */
  const create = async (trx: Trx, work: Work, values: Omit<Insertable<Database[T]>, 'account_id'>): Promise<Row<T>> => {
    const entries = given({ account_id: work.session.accountId, ...values });
    const { rows } = await sql<Row<T>>`
      insert into ${sql.table(table)} (${sql.join(entries.map(([column]) => sql.ref(column)))})
      values (${sql.join(entries.map(([, value]) => value))}) returning *`.execute(trx);
    const row = rows[0] as Row<T>;
    work.audit({
      action: 'create',
      entity,
      entityId: Reflect.get(row, 'id') as number,
      details: Object.fromEntries(entries),
    });
    return row;
  };

  /**
   * Changes the columns that `values` speaks of, on the version that the client saw, or else on the current one. `check` sees the row as it was,
   * and may refuse by throwing.
   */
  const update = async (
    trx: Trx,
    work: Work,
    key: RowKey & { version?: number | undefined },
    values: Updateable<Database[T]>,
    check?: (before: Row<T>) => void | Promise<void>,
  ): Promise<Change<Row<T>>> => {
    const before = await lock(trx, work.session, key);
    await check?.(before);
    const set = given(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    const { rows } = await sql<Row<T>>`
      update ${sql.table(table)} set ${sql.join([...set, sql`version = version + 1`])}
      where ${condition(work.session.accountId, key)} returning *`.execute(trx);
    const after = rows[0] as Row<T>;
    const details = changes(before, after);
    work.audit({ action: 'update', entity, entityId: key.id, details });
    return { before, after, changed: Object.keys(details) };
  };

  /** Deletes a row that nothing uses; 409 with a sentence that names what does. */
  const remove = async (
    trx: Trx,
    work: Work,
    key: RowKey,
    check?: (row: Row<T>) => void | Promise<void>,
  ): Promise<Row<T>> => {
    const row = await lock(trx, work.session, key, 'delete');
    await check?.(row);
    const uses = await usesOf(trx, definition.usages(row));
    if (uses !== '') throw conflict(refusal(nameOf(row), uses, definition.deactivates ?? true));
    await sql`delete from ${sql.table(table)} where ${condition(work.session.accountId, key)}`.execute(trx);
    work.audit({ action: 'delete', entity, entityId: key.id, details: toldOf(definition, row), ...placeOf(row) });
    return row;
  };

  return { lock, create, update, remove };
};
