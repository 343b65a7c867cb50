import type { DebitCategory } from './categories.ts';
import type { BuildingKey } from './company.ts';
import type { SupplierKey } from './partners.ts';
import type { StageCode } from './stages.ts';

/** Number of the first order, "PC-0382": the company is older than its demo. */
export const FIRST_ORDER = 382;

/** What became of an order whose goods came with an expense. */
export interface Outcome {
  /** Part of the goods that came with a second nota, in percent. */
  second?: number;
  /** More of the first two inputs is still to come: in percent of what came, agreed for so many days after the seed date. */
  missing?: { percent: number; days: number };
  /** A little of the first input never came, and its rest was closed. */
  closed?: true;
}

/** Orders whose goods came, the newest first; their expenses are the newest of the ledger that buy inputs of the catalogue. */
export const OUTCOMES: readonly Outcome[] = [
  {},
  { missing: { percent: 45, days: 5 } },
  {},
  { missing: { percent: 70, days: -2 } },
  {},
  { missing: { percent: 35, days: 8 } },
  { second: 40 },
  { second: 30, missing: { percent: 25, days: -6 } },
  {},
  { missing: { percent: 20, days: 2 } },
  { second: 55 },
  {},
  {},
  { closed: true },
  { second: 35 },
  {},
  {},
  {},
  { second: 25 },
  {},
  {},
  { second: 45 },
  {},
  {},
  {},
  {},
  {},
];

export interface OpenOrder {
  building: BuildingKey;
  stage: string;
  supplier: SupplierKey;
  category: DebitCategory;
  /** Days before the seed date. */
  ordered: number;
  /** Days after the seed date; below zero: late. */
  delivery: number;
  /** Days after the delivery. */
  terms: readonly number[];
  lines: readonly (readonly [product: string, quantity: string, price: string])[];
  shippingRate?: string;
  discount?: string;
  /** Percent. */
  ipi?: string;
  canceled?: true;
  /** Passes the limit of its buyer, and waits for who may approve it. */
  waits?: true;
  notes?: string;
}

/** Up to how much everybody but administrators may order. */
export const ORDER_LIMIT = '20000.00';

const openOf = <B extends BuildingKey>(
  building: B,
  stage: StageCode<B>,
  order: Omit<OpenOrder, 'building' | 'stage'>,
): OpenOrder => ({ building, stage: String(stage), ...order });

/** Orders of which nothing came yet, or never will. */
export const OPEN_ORDERS: readonly OpenOrder[] = [
  openOf('vila', '5', {
    ...{ supplier: 'eletrica', category: 'eletrica', ordered: 1, delivery: 9, terms: [28, 56, 84] },
    lines: [
      ['Luminária LED tubular 36 W', '64', '62.90'],
      ['Tomada 2P+T 10 A', '240', '9.60'],
      ['Tomada 2P+T 20 A', '64', '11.70'],
      ['Interruptor simples', '96', '8.70'],
      ['Interruptor paralelo', '32', '11.20'],
    ],
  }),
  openOf('clinica', '5', {
    ...{ supplier: 'revestimentos', category: 'revestimentos', ordered: 1, delivery: 18, terms: [30, 60] },
    lines: [
      ['Pastilha cerâmica 5x5 cm', '60', '84.50'],
      ['Rejunte epóxi 5 kg', '24', '161.00'],
    ],
    shippingRate: '260.00',
  }),
  openOf('vila', '8', {
    ...{ supplier: 'concreteira', category: 'concreto', ordered: 2, delivery: 12, terms: [28, 42] },
    lines: [
      ['Concreto usinado bombeável fck 25 MPa', '36', '462.00'],
      ['Taxa de bombeamento', '36', '42.00'],
    ],
    notes: 'Descarregar na rua 2, entre 7h e 10h. Avisar a obra na véspera.',
  }),
  openOf('vila', '8', {
    ...{ supplier: 'blocos', category: 'concreto', ordered: 3, delivery: 16, terms: [28, 42, 56] },
    lines: [
      ['Anel de concreto 100 cm', '24', '232.00'],
      ['Anel de concreto 60 cm', '18', '126.00'],
    ],
    shippingRate: '420.00',
  }),
  openOf('casa', '10.2', {
    ...{ supplier: 'marmores', category: 'acabamento', ordered: 4, delivery: 20, terms: [30, 60] },
    lines: [
      ['Soleira de granito 15 cm', '46', '72.00'],
      ['Peitoril de granito 20 cm', '58', '87.50'],
    ],
    discount: '187.00',
  }),
  openOf('clinica', '2', {
    ...{ supplier: 'gesso', category: 'revestimentos', ordered: 5, delivery: 6, terms: [28, 56] },
    lines: [
      ['Placa de gesso acartonado RF 12,5 mm', '180', '25.40'],
      ['Perfil para drywall montante 70 mm', '220', '9.50'],
      ['Perfil para drywall guia 70 mm', '90', '8.30'],
      ['Massa para juntas 25 kg', '14', '63.50'],
    ],
  }),
  openOf('vila', '7', {
    ...{ supplier: 'tintas', category: 'acabamento', ordered: 6, delivery: 14, terms: [28, 56, 84] },
    lines: [['Textura acrílica 25 kg', '72', '122.00']],
    ipi: '3.25',
  }),
  openOf('casa', '7', {
    ...{ supplier: 'hidraulica', category: 'hidraulica', ordered: 8, delivery: 3, terms: [28, 56] },
    lines: [
      ['Tubo PVC esgoto 150 mm', '20', '228.00'],
      ['Caixa sifonada 150x150x50', '18', '46.20'],
      ['Joelho PVC esgoto 90° 100 mm', '60', '9.60'],
    ],
  }),
  openOf('casa', '8', {
    ...{ supplier: 'eletrica', category: 'eletrica', ordered: 11, delivery: -3, terms: [28] },
    lines: [
      ['Interruptor diferencial 40 A', '12', '166.00'],
      ['Disjuntor tripolar 100 A', '4', '162.00'],
      ['Quadro de distribuição 36 disjuntores', '3', '408.00'],
    ],
  }),
  openOf('vila', '6', {
    ...{ supplier: 'deposito', category: 'concreto', ordered: 16, delivery: -5, terms: [28, 42, 56] },
    lines: [
      ['Tela antifissura, rolo 1 × 50 m', '18', '468.00'],
      ['Adesivo acrílico para argamassa', '24', '229.90'],
    ],
  }),
  openOf('casa', '10.2', {
    ...{ supplier: 'revestimentos', category: 'revestimentos', ordered: 0, delivery: 25, terms: [30, 60, 90] },
    lines: [
      ['Porcelanato 80x80 cm', '260', '91.80'],
      ['Argamassa colante AC III 20 kg', '60', '32.90'],
      ['Rejunte epóxi 5 kg', '30', '162.00'],
    ],
    shippingRate: '480.00',
    waits: true,
  }),
  openOf('casa', '11', {
    ...{ supplier: 'esquadrias', category: 'esquadrias', ordered: 12, delivery: 10, terms: [30, 60], canceled: true },
    lines: [['Porta de alumínio 80x210 cm', '6', '880.00']],
    notes: 'Cancelado: a arquiteta trocou por portas de correr.',
  }),
  openOf('vila', '8', {
    ...{ supplier: 'madeireira', category: 'madeira', ordered: 20, delivery: -8, terms: [28, 56], canceled: true },
    lines: [['Chapa compensada plastificada 18 mm', '50', '224.00']],
    notes: 'Cancelado: o fornecedor não tinha o lote inteiro.',
  }),
];
