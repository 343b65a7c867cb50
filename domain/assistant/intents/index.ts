import type { Intent } from '../intent.ts';
import { balance } from './balance.ts';
import { bought } from './bought.ts';
import { expenses } from './expenses.ts';
import { explain, overEstimate } from './explain.ts';
import { firstNegative } from './firstNegative.ts';
import { forecastBalance } from './forecastBalance.ts';
import { capabilities, greeting, help, thanks } from './help.ts';
import { incomes } from './incomes.ts';
import { largest } from './largest.ts';
import { lastPurchase } from './lastPurchase.ts';
import { navigate } from './navigate.ts';
import { overview } from './overview.ts';
import { owed } from './owed.ts';
import { paid } from './paid.ts';
import { price } from './price.ts';
import { measurements, orders, products, quotes, tasks } from './purchasing.ts';
import { receivable } from './receivable.ts';
import { received } from './received.ts';
import { pay, remove } from './refuse.ts';
import { available, remaining } from './remaining.ts';
import { report } from './report.ts';
import { result } from './result.ts';
import { startDocument, startEstimate, startPurchase, startRegister, startTransfer } from './start.ts';
import { thisScreen } from './thisScreen.ts';

/** All intents; where two cues are equally long, the one that stands first is taken. */
export const INTENTS: readonly Intent[] = [
  ...[help, report, remove, pay, startDocument, startTransfer, startPurchase, startRegister, startEstimate],
  ...[available, overEstimate, explain, owed, receivable, lastPurchase, bought, largest, paid, received],
  ...[forecastBalance, firstNegative, balance, result, price, navigate, overview],
  ...[
    remaining,
    expenses,
    incomes,
    orders,
    quotes,
    measurements,
    tasks,
    products,
    thisScreen,
    capabilities,
    greeting,
    thanks,
  ],
];

const BY_NAME = new Map(INTENTS.map((one) => [one.name, one]));

export const intentOf = (name: string): Intent | undefined => BY_NAME.get(name);
