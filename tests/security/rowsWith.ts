import type { SeedKit } from '#tests/support/seedKit.ts';

/** Lists the rows of all tables that contain one of the words, as text after their table. */
export const rowsWith = async (seed: SeedKit, words: readonly string[]): Promise<string[]> => {
  const tables = await seed.sql<{ table_name: string }>(
    "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const found: string[] = [];
  for (const { table_name: table } of tables) {
    const rows = await seed.sql<{ row: string }>(`select t::text as row from "${table}" t`);
    const hits = rows.filter(({ row }) => words.some((word) => row.includes(word)));
    found.push(...hits.map(({ row }) => `${table}: ${row}`));
  }
  return found;
};
