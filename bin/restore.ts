import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { reportLines, verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { restore } from '#services/platform/db/backup/load.ts';
import { StartError } from '#services/platform/db/postgres/startError.ts';
import { runCommand } from './command.ts';

const REPLACE = '--substituir';

/** `npm run restore -- FILE`: restores a copy into an empty database of the same version and verifies its ledger. */
await runCommand(async (ownerUrl) => {
  const words = process.argv.slice(2);
  const [file] = words.filter((word) => word !== REPLACE);
  if (!file) throw new StartError(`Diga de que arquivo: npm run restore -- prumo-2026-11-20.sql.gz [${REPLACE}]`);
  if (!existsSync(file)) throw new StartError(`Não encontrei ${file}.`);
  const { at, rows } = await restore(ownerUrl, resolve(file), { replace: words.includes(REPLACE) });
  console.log(`Cópia de ${at} restaurada: ${rows} linhas.`);
  const report = await verifyLedger(ownerUrl);
  for (const line of reportLines(report)) console.log(line);
  return report.differences.length ? 1 : 0;
});
