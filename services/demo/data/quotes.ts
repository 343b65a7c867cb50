import type { BuildingKey } from './company.ts';
import type { SupplierKey } from './partners.ts';

/** Number of the first quote, "COT-0091". */
export const FIRST_QUOTE = 91;

/** A moment relative to the seed date, in São Paulo. */
export type Moment = readonly [days: number, time: string];

interface QuoteAnswerSample {
  supplier: SupplierKey;
  at: Moment;
  /** One for each line; null: he does not have it. */
  prices: readonly (string | null)[];
  /** Beside the prices; without it, it is in them. */
  freight?: string;
  ipi?: string;
  paymentDays: readonly number[];
  deliveryDays: number;
  brand?: string;
  notes?: string;
}

export interface QuoteSample {
  title: string;
  building: BuildingKey;
  stage: string;
  created: Moment;
  deadline: Moment;
  /** Days after the seed date. */
  delivery: number;
  monthlyRate: string;
  message: string;
  lines: readonly (readonly [product: string, quantity: string])[];
  answers: readonly QuoteAnswerSample[];
  /** Typed some prices, and has not sent them. */
  typing?: { supplier: SupplierKey; at: Moment; email: string; prices: readonly (string | null)[] };
  declined?: { supplier: SupplierKey; at: Moment; reason: string };
}

/** Three open requests. In none of them the lowest prices of a supplier are the cheapest purchase. */
export const QUOTES: readonly QuoteSample[] = [
  // Freight: Aço Forte has the lowest price of every line.
  {
    ...{
      title: 'Aço e telas, muro de divisa',
      building: 'vila',
      stage: '8',
      created: [-4, '09:10'],
      deadline: [3, '18:00'],
    },
    ...{ delivery: 14, monthlyRate: '0', message: 'Entrega na obra, em caminhão com munck, das 7h às 11h.' },
    lines: [
      ['Aço CA-50 10,0 mm', '1800'],
      ['Aço CA-50 8,0 mm', '900'],
      ['Tela soldada Q-138', '240'],
      ['Arame recozido nº 18', '40'],
    ],
    answers: [
      {
        ...{ supplier: 'aco', at: [-3, '14:22'], prices: ['6.42', '6.60', '20.40', '13.20'], freight: '1850.00' },
        ...{ paymentDays: [28], deliveryDays: 7, brand: 'Aço Serrano', notes: 'Frete com munck.' },
      },
      {
        ...{ supplier: 'deposito', at: [-2, '17:48'], prices: ['6.58', '6.79', '20.90', '13.90'] },
        ...{ paymentDays: [28], deliveryDays: 10 },
      },
      {
        ...{ supplier: 'lajes', at: [-1, '09:10'], prices: ['6.71', '6.88', '21.10', '14.20'] },
        ...{ paymentDays: [28], deliveryDays: 5 },
      },
    ],
    typing: {
      ...{ supplier: 'fundacoes', at: [-1, '16:58'], email: 'suprimentos@fundasolo.example' },
      prices: ['6.55', '6.80', null, null],
    },
  },
  // IPI and terms: Tintas Aquarela has the lowest price of every line, but IPI; São Jorge the lowest total, but at sight.
  {
    ...{
      title: 'Tintas e massas, casas 1 a 4',
      building: 'vila',
      stage: '7',
      created: [-8, '10:35'],
      deadline: [-1, '18:00'],
    },
    ...{ delivery: 20, monthlyRate: '2', message: 'Cores pela carta da obra, a confirmar no pedido.' },
    lines: [
      ['Tinta acrílica fosca 18 L', '60'],
      ['Selador acrílico 18 L', '30'],
      ['Massa acrílica 25 kg', '48'],
    ],
    answers: [
      {
        ...{ supplier: 'tintas', at: [-6, '11:05'], prices: ['272.00', '139.00', '104.00'], ipi: '5' },
        ...{ paymentDays: [28], deliveryDays: 4, brand: 'Tintas Ipê Amarelo' },
      },
      {
        ...{ supplier: 'deposito', at: [-5, '15:30'], prices: ['281.00', '144.00', '108.00'] },
        ...{ paymentDays: [0], deliveryDays: 3 },
      },
      {
        ...{ supplier: 'revestimentos', at: [-2, '10:12'], prices: ['284.00', '146.00', '109.00'] },
        ...{ paymentDays: [28, 56, 84], deliveryDays: 6 },
      },
    ],
    declined: {
      supplier: 'impermeabilizacao',
      at: [-7, '08:40'],
      reason: 'Não trabalhamos mais com tinta imobiliária.',
    },
  },
  // A split: china of Porto Revestimentos and taps of Hidráulica Central, both with their freight.
  {
    ...{ title: 'Louças e metais', building: 'casa', stage: '13', created: [-3, '08:50'], deadline: [5, '18:00'] },
    ...{ delivery: 30, monthlyRate: '0', message: 'Branco gelo e cromado, conforme o memorial da arquiteta.' },
    lines: [
      ['Bacia com caixa acoplada', '6'],
      ['Lavatório com coluna', '5'],
      ['Torneira para lavatório', '7'],
      ['Torneira para pia', '3'],
      ['Ducha higiênica', '6'],
    ],
    answers: [
      {
        ...{ supplier: 'hidraulica', at: [-2, '09:26'], prices: ['452.00', '279.00', '129.00', '141.00', '152.00'] },
        ...{ freight: '90.00', paymentDays: [30], deliveryDays: 12, brand: 'Metais Ribeira' },
      },
      {
        ...{ supplier: 'revestimentos', at: [-2, '16:04'], prices: ['398.00', '241.00', '151.00', '168.00', '181.00'] },
        ...{ freight: '120.00', paymentDays: [30], deliveryDays: 20, brand: 'Louças Porto Fino' },
      },
      {
        ...{ supplier: 'deposito', at: [-1, '11:37'], prices: ['436.00', '268.00', '139.00', '149.00', '166.00'] },
        ...{ paymentDays: [30], deliveryDays: 15 },
      },
    ],
  },
];
