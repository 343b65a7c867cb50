import { resolve } from 'node:path';
import { backUp } from '#services/platform/db/backup/dump.ts';
import { StartError } from '#services/platform/db/postgres/startError.ts';
import { runCommand } from './command.ts';

/** `npm run backup -- FILE`: writes a consistent copy of the database to one file while the product runs. */
await runCommand(
  async (ownerUrl) => {
    const file = process.argv[2];
    if (!file) throw new StartError('Diga em que arquivo: npm run backup -- prumo-2026-11-20.sql.gz');
    const { tables, rows } = await backUp(ownerUrl, resolve(file));
    console.log(`Cópia gravada em ${file}: ${rows} linhas de ${tables} tabelas.`);
    return 0;
  },
  // Does not migrate: the copy must precede the changes of a newer version.
  { migrated: false },
);
