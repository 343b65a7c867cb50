import { isEmpty, removeDemo, seedDemo } from '#services/demo/seed.ts';
import { StartError } from '#services/platform/db/postgres/startError.ts';
import { runCommand } from './command.ts';
import { readConfig } from './config.ts';
import { DEMO_LOGINS } from './demoCompany.ts';

const seed = async (ownerUrl: string): Promise<void> => {
  if (!(await isEmpty(ownerUrl))) {
    throw new StartError('O banco já tem dados: a empresa de demonstração só é criada em um banco vazio.');
  }
  const { clock, dataDir } = readConfig(process.env);
  await seedDemo(ownerUrl, { seedDate: clock.today(), dataDir });
  console.log(`Empresa de demonstração criada.\n${DEMO_LOGINS}`);
};

const remove = async (ownerUrl: string): Promise<void> => {
  await removeDemo(ownerUrl);
  console.log('Empresa de demonstração removida.');
};

await runCommand(async (ownerUrl) => {
  const command = { seed, remove }[process.argv[2] ?? ''];
  if (!command) throw new StartError('Use npm run demo:seed ou npm run demo:remove.');
  await command(ownerUrl);
  return 0;
});
