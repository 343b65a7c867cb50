import { addDays, type IsoDate } from '#domain/dates.ts';
import { splitAmount } from '#domain/installments.ts';
import { dayOfMonth, horizon } from './calendar.ts';
import type { BuildingKey, WalletKey } from './data/company.ts';
import { CASA } from './data/packagesCasa.ts';
import { CLINICA } from './data/packagesClinica.ts';
import { VILA } from './data/packagesVila.ts';
import { amountBetween, enteredOn, forecast, type ExpenseDraft } from './drafts.ts';
import type { Package } from './plan.ts';
import { randomFor, type Random } from './random.ts';

/** The wallet that pays for each building. */
export const WALLET_OF: Record<BuildingKey, WalletKey> = { casa: 'itau', vila: 'caixa', clinica: 'bradesco' };

/** Generates the transactions of a package, spread evenly over its months. */
const draftsOf = (one: Package, seedDate: IsoDate): ExpenseDraft[] => {
  const name = `${one.building} ${one.stage} ${one.what}`;
  const random = randomFor(name);
  const [first, last] = one.months;
  return Array.from({ length: one.transactions }, (_, index) => {
    const month = first + Math.floor(((index + 0.5) * (last - first + 1)) / one.transactions);
    return draftOf(one, `${name} ${index}`, index, dayOfMonth(seedDate, month, random.int(2, 26)), seedDate, random);
  });
};

const draftOf = (
  one: Package,
  key: string,
  index: number,
  planned: IsoDate,
  seedDate: IsoDate,
  random: Random,
): ExpenseDraft => {
  const isMeasurement = one.category === 'empreiteiros';
  const total = amountBetween(random, one.amount, isMeasurement);
  const dues = one.terms.map((days) => addDays(planned, days));
  const inTime = dues.filter((due, position) => position === 0 || due <= horizon(seedDate));
  const values = splitAmount(total, inTime.length);
  return {
    type: 'DEBIT',
    key,
    what: isMeasurement ? `${one.what} – medição ${index + 1}` : one.what,
    documentNumber: isMeasurement ? 'NFS-e' : 'NF',
    partner: one.supplier,
    category: one.category,
    emission: enteredOn(planned, seedDate, random),
    competence: planned,
    method: isMeasurement || one.supplier === 'prefeitura' ? 'PIX' : 'BOLETO',
    wallet: WALLET_OF[one.building],
    installments: inTime.map((due, position) => forecast(due, values[position] ?? total)),
    // One in fifteen has no stage: it waits to be classified.
    shares: [{ building: one.building, stage: random.int(1, 15) === 1 ? null : one.stage, weight: 1 }],
  };
};

/** All purchases and contractor measurements of the three buildings, by stage. */
export const packageDrafts = (seedDate: IsoDate): ExpenseDraft[] =>
  [...CASA, ...VILA, ...CLINICA].flatMap((one) => draftsOf(one, seedDate));
