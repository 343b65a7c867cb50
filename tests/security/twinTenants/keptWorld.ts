import type { SeedKit } from '#tests/support/seedKit.ts';
import type { Rows } from './rows.ts';
import type { World } from './world.ts';

/** What is known of a furnished database, without the services that it is open with. */
export type KeptWorld = Omit<World, 'services'>;

type Sets = 'own' | 'other' | 'hiddenBuilding' | 'hiddenCompany';
type Written = Omit<KeptWorld, Sets> & Record<Sets, [string, number][]>;

/** Writes to the database what is known of it, where no test takes it for rows of an account. */
export const keepWorld = async (seed: SeedKit, world: KeptWorld): Promise<void> => {
  const written: Written = {
    ...world,
    ...{ own: [...world.own], other: [...world.other] },
    ...{ hiddenBuilding: [...world.hiddenBuilding], hiddenCompany: [...world.hiddenCompany] },
  };
  await seed.sql('create schema test_world');
  await seed.sql('create table test_world.kept (world json not null)');
  await seed.sql('insert into test_world.kept values ($1)', [JSON.stringify(written)]);
};

/** Reads what `keepWorld` wrote. */
export const keptWorld = async (seed: SeedKit): Promise<KeptWorld> => {
  const [row] = await seed.sql<{ world: Written }>('select world from test_world.kept');
  if (!row) throw new Error('the database is not furnished');
  const { own, other, hiddenBuilding, hiddenCompany } = row.world;
  const rows = (entries: [string, number][]): Rows => new Map(entries);
  return {
    ...row.world,
    ...{ own: rows(own), other: rows(other) },
    ...{ hiddenBuilding: rows(hiddenBuilding), hiddenCompany: rows(hiddenCompany) },
  };
};
