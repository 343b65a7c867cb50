import type { SampleTransaction } from './kit.ts';

/** Today is 2026-11-20; the 30 days end on 2026-12-19. Shares are listed per installment. */
export const TRANSACTIONS: SampleTransaction[] = [
  { name: 'metade', installments: [{ due: '2026-11-10', a: '500.00', b: '500.00' }] },
  {
    name: 'trinta por cento',
    installments: [
      { due: '2026-10-15', a: '30.00', b: '70.00', paid: '2026-10-15' },
      { due: '2026-11-15', a: '30.00', b: '70.00' },
      { due: '2026-12-15', a: '30.00', b: '70.00' },
    ],
  },
  { name: 'sem obra', installments: [{ due: '2026-11-20', whole: '250.00' }] },
  { name: 'em 29 dias', installments: [{ due: '2026-12-19', a: '400.00' }] },
  { name: 'em 30 dias', installments: [{ due: '2026-12-20', a: '600.00' }] },
  {
    name: 'com juros',
    installments: [
      { due: '2026-11-05', b: '200.00', paid: '2026-11-06', increase: ['0.00', '10.00'] },
      { due: '2026-11-25', b: '300.00' },
    ],
  },
  {
    name: 'uma parcela de cada obra',
    installments: [
      { due: '2026-11-18', a: '120.00' },
      { due: '2026-12-18', b: '80.00' },
    ],
  },
  { name: 'quitada', installments: [{ due: '2026-11-12', a: '50.00', b: '49.99', paid: '2026-11-12' }] },
  { name: 'medição', type: 'CREDIT', installments: [{ due: '2026-11-19', a: '500.00', b: '500.01' }] },
  { name: 'aluguel', type: 'CREDIT', installments: [{ due: '2027-01-31', whole: '70.00' }] },
];

export type PlaceName = 'all' | 'a' | 'b' | 'none';
export type Figures = [value: string, gross: string, paid: string, open: string, overdue: string];
/** Order: all, open, partial, paid, overdue. */
type Counts = [number, number, number, number, number];
/** Order: all, due in 30 days, overdue, paid, planned. */
type InstallmentCounts = [number, number, number, number, number];

export interface Expected {
  figures: Figures;
  counts: Counts;
  installments: InstallmentCounts;
  /** Sum and number of the open installments due by the end of the 30 days. */
  thirtyDays: [string, number];
}

/** Computed by hand from the transactions above. */
export const EXPENSES: Record<PlaceName, Expected> = {
  all: {
    figures: ['3359.99', '3349.99', '409.99', '2950.00', '1220.00'],
    counts: [8, 5, 2, 1, 3],
    installments: [12, 5, 3, 3, 1],
    thirtyDays: ['2350.00', 8],
  },
  a: {
    figures: ['1760.00', '1760.00', '80.00', '1680.00', '650.00'],
    counts: [6, 4, 1, 1, 3],
    installments: [8, 2, 3, 2, 1],
    thirtyDays: ['1080.00', 5],
  },
  b: {
    figures: ['1349.99', '1339.99', '329.99', '1020.00', '570.00'],
    counts: [5, 2, 2, 1, 2],
    installments: [8, 3, 2, 3, 0],
    thirtyDays: ['1020.00', 5],
  },
  none: {
    figures: ['250.00', '250.00', '0.00', '250.00', '0.00'],
    counts: [1, 1, 0, 0, 0],
    installments: [1, 1, 0, 0, 0],
    thirtyDays: ['250.00', 1],
  },
};
