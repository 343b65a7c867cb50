import { reportLines, verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { runCommand } from './command.ts';

/** `npm run verify-ledger`: exits with 1 when a stored sum or balance differs from its rows. */
await runCommand(async (ownerUrl) => {
  const report = await verifyLedger(ownerUrl);
  for (const line of reportLines(report)) console.log(line);
  return report.differences.length ? 1 : 0;
});
