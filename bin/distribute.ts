import { StartError } from '#services/platform/db/postgres/startError.ts';
import { distribute } from '#services/platform/db/spread/distribute.ts';
import { runProgram } from './process.ts';

const ANYWAY = '--mesmo-assim';

/** `npm run distribute -- URL`: spreads the database at the coordinator of a Citus cluster over its machines, by account. */
await runProgram(async (stages) => {
  const words = process.argv.slice(2);
  const [url] = words.filter((word) => word !== ANYWAY);
  if (!url || !URL.canParse(url)) {
    throw new StartError(
      'Diga o banco do coordenador: npm run distribute -- postgres://prumo:…@coordenador:5432/prumo',
    );
  }
  const { machines, tables, before } = await distribute(url, (line) => console.log(line), {
    anyway: words.includes(ANYWAY),
  });
  const earlier = before > 0 ? ` (${before} já estavam)` : '';
  console.log(`Distribuído por conta: ${tables} tabelas${earlier} em ${machines} máquinas.`);
  await stages.finish(0);
});
