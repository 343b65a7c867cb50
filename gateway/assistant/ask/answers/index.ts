import type { Answer } from '../asking.ts';
import { balance, firstNegative, forecast } from './balances.ts';
import { boughtOf, lastPurchase } from './bought.ts';
import { breakdown } from './breakdown.ts';
import { explain } from './explain.ts';
import { transactionsAsked } from './lists.ts';
import { navigate } from './navigate.ts';
import { open } from './open.ts';
import { available, overview, remaining } from './overview.ts';
import { overEstimate } from './overEstimate.ts';
import { paid } from './paid.ts';
import { measurements, orders, products, quotes, tasks } from './purchasing.ts';
import { pay, remove } from './refuse.ts';
import { price } from './price.ts';
import { report } from './report.ts';
import { result } from './result.ts';
import { startDocument, startEstimate, startPurchase, startRegister, startTransfer } from './start.ts';
import { capabilities, greeting, help, thanks } from './talk.ts';
import { thisScreen } from './thisScreen.ts';

/** What answers each intent of `domain/assistant/intents`. */
export const ANSWERS: Readonly<Record<string, Answer>> = {
  ...{ owed: open, receivable: open, paid, received: paid, largest: breakdown },
  ...{ bought: boughtOf, lastPurchase, price },
  ...{ balance, forecastBalance: forecast, firstNegative, result, report },
  ...{ overview, available, remaining, explain, overEstimate },
  ...{ expenses: transactionsAsked, incomes: transactionsAsked },
  ...{ orders, quotes, measurements, tasks, products },
  ...{ navigate, startDocument, startTransfer, startPurchase, startRegister, startEstimate },
  ...{ pay, remove, help, thisScreen, capabilities, greeting, thanks },
};
