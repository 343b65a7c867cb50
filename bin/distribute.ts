import { StartError } from '#services/platform/db/postgres/startError.ts';
import { distribute } from '#services/platform/db/spread/distribute.ts';
import { runProgram } from './process.ts';

/** `npm run distribute -- URL`: spreads the database at the coordinator of a Citus cluster over its machines, by account. */
await runProgram(async (stages) => {
  const [url] = process.argv.slice(2);
  if (!url || !URL.canParse(url)) {
    throw new StartError(
      'Diga o banco do coordenador: npm run distribute -- postgres://prumo:…@coordenador:5432/prumo',
    );
  }
  const { machines, tables } = await distribute(url, (line) => console.log(line));
  console.log(`Distribuído por conta: ${tables} tabelas em ${machines} máquinas.`);
  await stages.finish(0);
});
