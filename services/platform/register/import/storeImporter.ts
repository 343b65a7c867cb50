import { sql, type RawBuilder } from 'kysely';
import type { ImportDescription } from '#domain/imports/description.ts';
import type { Endpoint } from '#schema/platform/endpoint.ts';
import { ServiceError } from '../../errors.ts';
import { columnOf, columnsOf, type Fields } from '../fields.ts';
import type { Work } from '../../db/unitOfWork.ts';
import type { Importer, Importing } from './importer.ts';
import { refuse, type Line } from './lines.ts';
import { matchLines, type Identity } from './match.ts';
import { keysOf } from './references.ts';
import type { Reversal } from './reversal.ts';

/** A stored row, with the keys of its identities. */
export interface StoredRow extends Record<string, unknown> {
  id: number;
  keys: (string | null)[];
}

export interface StoreImport {
  description: ImportDescription;
  create: Endpoint;
  table: string;
  entity: string;
  fields: Fields;
  /** Fields that together tell a row, in the order in which they are tried: [['type', 'taxId'], ['type', 'name']]. */
  identities: readonly (readonly [string, ...string[]])[];
  /** Field of an identity at which a repeated row is told; its last one without it. */
  ambiguous?: string;
  fixed?: Importer<StoredRow>['fixed'];
  /** Columns besides the account's by which rows belong to the address of the call: those of its company. */
  owner?: (importing: Importing) => Record<string, number | null>;
  /** Takes rows back. */
  reversal: Reversal;
  /** Refuses what the register refuses of a row besides its fields. */
  check?: (importing: Importing, line: Line<StoredRow>) => void;
}

const SEPARATOR = '\u001f';

/** What the register keeps of a line; its refusals go to their cells. */
const keptOf = (fields: Fields, line: Line): Record<string, unknown> => {
  let accepted: Record<string, unknown> = line.values;
  for (;;) {
    try {
      return columnsOf(fields, accepted);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const refused = new Set(error.fields.map(({ path }) => path));
      for (const { path, message } of error.fields) refuse(line, path, message);
      accepted = Object.fromEntries(Object.entries(accepted).filter(([field]) => !refused.has(field)));
    }
  }
};

/** Imports a register whose rows are kept by `registerStore`, in five statements however many rows there are. */
export const storeImporter = (store: StoreImport): Importer<StoredRow> => {
  const { table, entity, fields, identities, owner = () => ({}) } = store;
  const keyed = identities.flat().filter((field) => fields[field]?.blind);
  const keyOf = (field: string) => (text: RawBuilder<unknown>) =>
    fields[field]?.key?.(text) ?? sql`search_key(${text})`;
  const stored = (field: string) => {
    const column = sql.ref(`r.${columnOf(field)}`);
    return fields[field]?.blind ? keyOf(field)(column) : sql`${column}::text`;
  };

  /** One import of the register at a time: a second one of the same names waits, and finds the rows of the first. */
  const takeTurn = async ({ trx, session }: Importing): Promise<void> => {
    const key = `import ${table} ${session.accountId}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
  };

  const fieldOf = (names: readonly string[]): string => names.at(-1) ?? '';

  const changesOf = (line: Line<StoredRow>, row: StoredRow): string[] =>
    Object.keys(fields)
      .concat('active')
      .filter((field) => {
        const value = line.columns[columnOf(field)];
        return value !== undefined && value !== row[columnOf(field)];
      });

  /** The stored rows that the lines may mean, held where they may change. */
  const load = async (importing: Importing, wanted: readonly (readonly (string | null)[])[]): Promise<StoredRow[]> => {
    const { trx, session, dryRun } = importing;
    const owned = Object.entries(owner(importing)).map(([column, id]) => sql` and ${sql.ref(`r.${column}`)} = ${id}`);
    const keys = identities.map((names) => sql`(${sql.join(names.map(stored), sql` || ${SEPARATOR}::text || `)})`);
    const found = keys.map((key, at) => sql`${key} = any(${wanted[at]?.filter((one) => one !== null) ?? []}::text[])`);
    const { rows } = await sql<StoredRow>`
      select r.*, array[${sql.join(keys)}] as keys from ${sql.table(table)} r
       where r.account_id = ${session.accountId}${sql.join(owned, sql``)} and (${sql.join(found, sql` or `)})
       order by r.id ${dryRun ? sql`` : sql`for no key update`}`.execute(trx);
    return rows;
  };

  /** Texts by which the lines are found, as the database makes them: one statement for each field. */
  const lineKeys = async ({ trx }: Importing, lines: readonly Line<StoredRow>[]) => {
    const byField = new Map<string, Map<string, string>>();
    for (const field of keyed) {
      const texts = lines.flatMap((line) => line.columns[columnOf(field)] ?? []).map(String);
      byField.set(field, await keysOf(trx, texts, keyOf(field)));
    }
    return (line: Line<StoredRow>, names: readonly string[]): string | null => {
      const parts = names.map((field) => {
        const value = line.columns[columnOf(field)];
        if (value === undefined || value === null) return null;
        return byField.get(field)?.get(String(value)) ?? String(value);
      });
      return parts.includes(null) ? null : parts.join(SEPARATOR);
    };
  };

  const match: Importer<StoredRow>['match'] = async (importing, lines) => {
    for (const line of lines) {
      line.columns = keptOf(fields, line);
      store.check?.(importing, line);
    }
    if (!importing.dryRun) await takeTurn(importing);
    const keyOfLine = await lineKeys(importing, lines);
    const wanted = identities.map((names) => lines.map((line) => keyOfLine(line, names)));
    const rows = await load(importing, wanted);
    matchLines(lines, rows, {
      changesOf,
      ambiguous: store.ambiguous ?? 'Há mais de um cadastro assim.',
      identities: identities.map((names, at): Identity<StoredRow> => ({
        field: fieldOf(names),
        ofLine: (line) => keyOfLine(line, names),
        ofRow: ({ keys }) => [keys[at] ?? []].flat(),
      })),
    });
  };

  const writeHistory = (work: Work, action: string, id: number, details: object): void =>
    work.audit({ action, entity, entityId: id, details });

  const insert: Importer<StoredRow>['insert'] = async (importing, work, lines) => {
    const { trx, session } = importing;
    const own = owner(importing);
    const columns = [...new Set([...Object.keys(own), ...lines.flatMap((line) => Object.keys(line.columns))])];
    const rows = lines.map((line) => ({ active: true, ...line.columns, ...own }));
    const names = sql.join([...new Set([...columns, 'active'])].map((column) => sql.ref(column)));
    const made = await sql<{ id: number }>`
      insert into ${sql.table(table)} (account_id, ${names})
      select ${session.accountId}, ${names}
        from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
      returning id`.execute(trx);
    made.rows.forEach(({ id }, index) => {
      const line = lines[index];
      if (!line) return;
      line.id = id;
      writeHistory(work, 'create', id, { account_id: session.accountId, ...own, ...line.columns });
    });
  };

  const update: Importer<StoredRow>['update'] = async ({ trx, session }, work, lines) => {
    const columns = [...new Set(lines.flatMap(({ changed }) => changed))].map(columnOf);
    const rows = lines.map((line) => {
      const changed = Object.fromEntries(line.changed.map((field) => [columnOf(field), line.columns[columnOf(field)]]));
      const { keys: _keys, ...before } = line.existing ?? { id: 0, keys: [] };
      return { ...before, ...changed };
    });
    const set = sql.join(columns.map((column) => sql`${sql.ref(column)} = n.${sql.ref(column)}`));
    await sql`update ${sql.table(table)} r set ${set}, version = r.version + 1
        from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) n
       where r.account_id = ${session.accountId} and r.id = n.id`.execute(trx);
    for (const line of lines) {
      const details = Object.fromEntries(
        line.changed.map((field) => {
          const column = columnOf(field);
          return [column, [line.existing?.[column], line.columns[column]]];
        }),
      );
      writeHistory(work, 'update', line.existing?.id ?? 0, details);
    }
  };

  const earlierOf = ({ changed }: Line<StoredRow>, existing: StoredRow): Record<string, unknown> =>
    Object.fromEntries(changed.map(columnOf).map((column) => [column, existing[column]]));

  const { description, create, fixed, reversal } = store;
  const kept = { description, create, reversal, ...(fixed ? { fixed } : {}) };
  return { ...kept, match, changesOf, insert, update, earlierOf };
};
