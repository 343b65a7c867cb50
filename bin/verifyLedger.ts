import { reportLines, verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { accountUrls } from '#services/platform/db/spread/machines.ts';
import { runCommand } from './command.ts';

/** `npm run verify-ledger`: exits with 1 when a stored sum or balance differs from its rows. */
await runCommand(async (ownerUrl) => {
  const urls = await accountUrls(ownerUrl);
  let differences = 0;
  for (const url of urls) {
    const report = await verifyLedger(url);
    if (urls.length > 1) console.log(`${new URL(url).host}:`);
    for (const line of reportLines(report)) console.log(line);
    differences += report.differences.length;
  }
  return differences > 0 ? 1 : 0;
});
