import pg from 'pg';

/** The address of a machine, "host:port": that of the coordinator, elsewhere. */
export const machineUrl = (url: string, place: string): string => {
  const there = new URL(url);
  there.host = place;
  return there.href;
};

/** Whether accounts are on the machines of a cluster; "half" while a distribution is not finished. */
export const spreadState = async (client: pg.Client): Promise<'no' | 'half' | 'yes'> => {
  const { rows } = await client.query<{ begun: boolean; done: boolean }>(
    "select to_regnamespace('spread') is not null as begun, to_regclass('spread.places') is not null as done",
  );
  const [state] = rows;
  if (state?.done) return 'yes';
  return state?.begun ? 'half' : 'no';
};

/** The databases that have accounts, for tools that work through all rows: the machines of a cluster, or the only one. */
export const accountUrls = async (ownerUrl: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    if ((await spreadState(client)) === 'no') return [ownerUrl];
    const { rows } = await client.query<{ place: string }>('select place from spread.places order by 1');
    return rows.map(({ place }) => machineUrl(ownerUrl, place));
  } finally {
    await client.end();
  }
};
