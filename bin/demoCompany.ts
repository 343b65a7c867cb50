import pg from 'pg';
import { isEmpty, seedDemo } from '#services/demo/seed.ts';
import { spreadState } from '#services/platform/db/spread/machines.ts';
import type { Clock } from '#services/platform/clock.ts';

const USERS = [
  ['admin@demo.prumo', 'administra a conta'],
  ['financeiro@demo.prumo', 'despesas, receitas e carteiras'],
  ['pagador@demo.prumo', 'só despesas'],
  ['comprador@demo.prumo', 'compras'],
  ['engenheiro@demo.prumo', 'engenharia de uma obra'],
] as const;

/** Logins of the demo company, for the terminal. */
export const DEMO_LOGINS = [
  'Logins da Construtora Ipê Demo (senha prumo-demo):',
  ...USERS.map(([login, role]) => `  ${login.padEnd(24)} ${role}`),
].join('\n');

const isThere = async (ownerUrl: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: ownerUrl, options: '-c prumo.owner_access=on' });
  await client.connect();
  try {
    const isSpread = (await spreadState(client)) === 'yes';
    const active = isSpread ? 'spread.users where active' : 'users where active';
    const { rowCount } = await client.query(`select from ${active} and login = $1`, [USERS[0][0]]);
    return rowCount === 1;
  } finally {
    await client.end();
  }
};

/** Fills an empty database with the demo company, if configured. Returns whether the database has the demo company. */
export const seedWhenEmpty = async (
  ownerUrl: string,
  { wanted, clock, dataDir, log }: { wanted: boolean; clock: Clock; dataDir: string; log: (line: string) => void },
): Promise<boolean> => {
  if (wanted && (await isEmpty(ownerUrl))) {
    log('Criando a empresa de demonstração…');
    await seedDemo(ownerUrl, { seedDate: clock.today(), dataDir });
  }
  return isThere(ownerUrl);
};
