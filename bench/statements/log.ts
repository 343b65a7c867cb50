import pg from 'pg';

/** Watches the write-ahead log of a database: how many bytes it has had so far. */
export const openLog = async (url: string): Promise<{ bytes(): Promise<number>; close(): Promise<void> }> => {
  const client = new pg.Client(url);
  await client.connect();
  return {
    bytes: async () => {
      const { rows } = await client.query(`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`);
      return Number(rows[0].bytes);
    },
    close: () => client.end(),
  };
};
