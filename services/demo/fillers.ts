import { addDays, type IsoDate } from '#domain/dates.ts';
import { splitAmount } from '#domain/installments.ts';
import { dayOfMonth } from './calendar.ts';
import type { DebitCategory } from './data/categories.ts';
import type { BuildingKey } from './data/company.ts';
import type { SupplierKey } from './data/partners.ts';
import { amountBetween, enteredOn, forecast, type ExpenseDraft } from './drafts.ts';
import { WALLET_OF } from './packageDrafts.ts';
import { randomFor } from './random.ts';

/** Small purchases that every construction site makes. */
const SMALL: readonly (readonly [what: string, supplier: SupplierKey, category: DebitCategory])[] = [
  ['Areia média e pedrisco', 'deposito', 'concreto'],
  ['Pregos, arame e ferragens', 'deposito', 'aco'],
  ['EPIs e ferramentas manuais', 'deposito', 'canteiro'],
  ['Locação de betoneira e vibrador', 'locadora', 'locacao'],
  ['Registros e conexões avulsas', 'hidraulica', 'hidraulica'],
  ['Fita, lâmpadas e tomadas', 'eletrica', 'eletrica'],
  ['Sarrafos e compensados', 'madeireira', 'madeira'],
  ['Caçamba de entulho', 'cacambas', 'canteiro'],
];

const BUILDINGS: readonly (readonly [building: BuildingKey, stage: string, months: readonly [number, number]])[] = [
  ['vila', '1.2', [-14, 2]],
  ['casa', '1', [-11, 2]],
  ['clinica', '1', [-8, 1]],
];

/** Generates `count` small purchases, spread over the duration of the buildings. */
export const fillerDrafts = (seedDate: IsoDate, count: number): ExpenseDraft[] => {
  const random = randomFor('small purchases');
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const [what, supplier, category] = random.pick(SMALL);
    const [building, stage, [first, last]] = random.pick(BUILDINGS);
    const planned = dayOfMonth(seedDate, first + (index % (last - first + 1)), random.int(3, 27));
    const values = splitAmount(amountBetween(random, [280, 1_900]), random.int(1, 3));
    return {
      type: 'DEBIT',
      key: `small purchase ${index}`,
      what,
      documentNumber: 'NF',
      partner: supplier,
      category,
      emission: enteredOn(planned, seedDate, random),
      competence: planned,
      method: 'BOLETO',
      wallet: WALLET_OF[building],
      installments: values.map((value, position) => forecast(addDays(planned, 28 * (position + 1)), value)),
      shares: [{ building, stage: random.chance(90) ? stage : null, weight: 1 }],
    };
  });
};
