import pg from 'pg';

/** Where rows are inserted: a connection of the owner, or the SQL transaction of a command. */
export interface RowClient {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;
}

export type Row = Record<string, string | number | boolean | null | object>;

/** Inserts rows in one statement; all rows have the columns of the first. */
export const insertRows = async (client: RowClient, table: string, rows: readonly Row[]): Promise<void> => {
  const [first] = rows;
  if (!first) return;
  const name = pg.escapeIdentifier(table);
  const columns = Object.keys(first).map((column) => pg.escapeIdentifier(column));
  await client.query(
    `insert into ${name} (${columns.join(', ')}) overriding system value
     select ${columns.join(', ')} from jsonb_populate_recordset(null::${name}, $1)`,
    [JSON.stringify(rows)],
  );
};

/** Reserves ids of a table, so that rows can refer to each other before their insert. */
export const reserveIds = async (client: RowClient, table: string, count: number): Promise<number[]> => {
  const { rows } = await client.query(
    `select nextval(pg_get_serial_sequence($1, 'id')) as id from generate_series(1, $2)`,
    [table, count],
  );
  return rows.map(({ id }) => Number(id)).sort((a, b) => a - b);
};

/** Reserves an id for each key of a data file. */
export const reserveFor = async <K extends string>(
  client: RowClient,
  table: string,
  keys: readonly K[],
): Promise<(key: K) => number> => {
  const ids = await reserveIds(client, table, keys.length);
  const byKey = new Map(keys.map((key, index) => [key, ids[index]]));
  return (key) => {
    const id = byKey.get(key);
    if (id === undefined) throw new RangeError(`No ${table} has the key ${key}`);
    return id;
  };
};

/** Object.keys with the type of the keys. */
export const keysOf = <K extends string>(entries: Record<K, unknown>): K[] => Object.keys(entries) as K[];
