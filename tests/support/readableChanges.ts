import { eventually } from './eventually.ts';
import type { SeedKit } from './seedKit.ts';

/**
 * Waits until all changes so far can be read: a transaction under way holds back those that began after it, also one of
 * another database of the server, which other suites write to meanwhile.
 */
export const changesReadable = async (seed: SeedKit): Promise<void> =>
  eventually(async () => {
    const [row] = await seed.sql<{ waiting: number }>(
      'select count(*)::int as waiting from row_changes where tx >= pg_snapshot_xmin(pg_current_snapshot())',
    );
    return row?.waiting;
  }).toBe(0);
