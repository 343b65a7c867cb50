import type pg from 'pg';

/** The address of a machine, "host:port": that of the coordinator, elsewhere. */
export const machineUrl = (url: string, place: string): string => {
  const there = new URL(url);
  there.host = place;
  return there.href;
};

/** Addresses of the machines of a spread database; undefined for one that is not. */
export const placesOf = async (client: pg.Client): Promise<string[] | undefined> => {
  const { rows } = await client.query<{ spread: boolean }>("select to_regclass('spread.places') is not null as spread");
  if (!rows[0]?.spread) return undefined;
  const places = await client.query<{ place: string }>('select place from spread.places order by 1');
  return places.rows.map(({ place }) => place);
};
