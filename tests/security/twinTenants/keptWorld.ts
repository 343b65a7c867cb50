import type { SeedKit } from '#tests/support/seedKit.ts';
import type { Rows } from './rows.ts';

/** Every role of the demo company (§6), a user without grants, and a visitor without a login. */
export const ROLES = ['admin', 'financeiro', 'pagador', 'comprador', 'engenheiro', 'ninguém', 'visitante'] as const;
export type Role = (typeof ROLES)[number];

/** What is known of a furnished database, whatever services it is open with. */
export interface KeptWorld {
  tables: string[];
  accountId: number;
  otherAccountId: number;
  /** Rows on which every role with grants has them. */
  own: Rows;
  /** Rows of the other account. */
  other: Rows;
  /** Rows of the own account that only its administrator may see: on a building, and in a company. */
  hiddenBuilding: Rows;
  hiddenCompany: Rows;
  /** Token by role; undefined for the visitor. */
  tokens: Record<Role, string | undefined>;
  otherAdmin: string;
  /** Columns without a canary, because a constraint fixes their values. */
  unmarked: string[];
}

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
