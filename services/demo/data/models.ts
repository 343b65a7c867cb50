import type { PaymentMethod } from '#domain/paymentMethods.ts';
import type { Weights } from '../plan.ts';
import type { CreditCategory, DebitCategory } from './categories.ts';
import type { WalletKey } from './company.ts';
import type { CustomerKey, SupplierKey } from './partners.ts';
import { CREW, SITE_ENERGY } from './recurring.ts';

interface ModelBase {
  name: string;
  /** Template of the number; null where the supplier's note brings it. */
  documentNumber: string | null;
  /** Day of the month; null on demand. */
  day: number | null;
  /** Whole reais, or where the value comes from. */
  value: number | 'LAST' | 'MEAN' | 'TYPED';
  competence?: 'PREVIOUS';
  method: PaymentMethod;
  wallet: WalletKey;
  shares?: Weights;
  /** Months whose documents it has made, relative to the month of the seed date. */
  made?: readonly number[];
}

/** A model of the demo company. */
export type ModelSample = ModelBase &
  (
    | { type: 'DEBIT'; partner: SupplierKey | null; category: DebitCategory }
    | { type: 'CREDIT'; partner: CustomerKey; category: CreditCategory }
  );

const LAST_THREE = [-2, -1, 0];

/** The models of mock 10. Their names are those of the documents that they have made. */
export const MODELS: readonly ModelSample[] = [
  {
    ...{
      type: 'DEBIT',
      name: 'Pró-labore dos sócios',
      documentNumber: 'FOLHA {mês anterior}/{ano}',
      day: 5,
      value: 9_000,
    },
    ...{
      competence: 'PREVIOUS',
      partner: null,
      category: 'salarios',
      method: 'TRANSFER',
      wallet: 'itau',
      made: LAST_THREE,
    },
  },
  {
    ...{
      type: 'DEBIT',
      name: 'Salários – equipe de obra',
      documentNumber: 'FOLHA {mês anterior}/{ano}',
      day: 5,
      value: 'LAST',
    },
    ...{ competence: 'PREVIOUS', partner: null, category: 'equipe', method: 'TRANSFER', wallet: 'itau', shares: CREW },
    made: [...LAST_THREE, 1],
  },
  {
    ...{ type: 'DEBIT', name: 'Aluguel do escritório', documentNumber: 'RECIBO {mês}/{ano}', day: 10, value: 4_850 },
    ...{ partner: 'locador', category: 'escritorio', method: 'PIX', wallet: 'bradesco', made: LAST_THREE },
  },
  {
    ...{ type: 'DEBIT', name: 'Honorários contábeis', documentNumber: null, day: 10, value: 2_480 },
    ...{ partner: 'contabil', category: 'contabilidade', method: 'BOLETO', wallet: 'bradesco', made: LAST_THREE },
  },
  {
    ...{ type: 'DEBIT', name: 'Internet e telefonia', documentNumber: 'FATURA {mês}/{ano}', day: 12, value: 489 },
    ...{ partner: 'fibra', category: 'escritorio', method: 'DIRECT_DEBIT', wallet: 'bradesco', made: LAST_THREE },
  },
  {
    ...{
      type: 'CREDIT',
      name: 'Taxa de administração – Clínica',
      documentNumber: 'Taxa {mês anterior}/{ano}',
      day: 15,
    },
    ...{
      value: 'LAST',
      competence: 'PREVIOUS',
      partner: 'saoLucas',
      category: 'taxa',
      method: 'TRANSFER',
      wallet: 'itau',
    },
    ...{ shares: { clinica: { weight: 1, stage: null } }, made: LAST_THREE },
  },
  {
    ...{
      type: 'DEBIT',
      name: 'Energia elétrica – escritório',
      documentNumber: 'FATURA {mês}/{ano}',
      day: 16,
      value: 'MEAN',
    },
    ...{ partner: 'energia', category: 'escritorio', method: 'DIRECT_DEBIT', wallet: 'bradesco', made: LAST_THREE },
  },
  {
    ...{
      type: 'DEBIT',
      name: 'Energia e água dos canteiros',
      documentNumber: 'FATURA {mês}/{ano}',
      day: 18,
      value: 'MEAN',
    },
    ...{
      partner: 'energia',
      category: 'canteiro',
      method: 'BOLETO',
      wallet: 'caixa',
      shares: SITE_ENERGY,
      made: LAST_THREE,
    },
  },
  {
    ...{
      type: 'DEBIT',
      name: 'Medição de empreiteiro',
      documentNumber: 'Medição {parcela}',
      day: null,
      value: 'TYPED',
    },
    ...{ partner: 'batista', category: 'empreiteiros', method: 'PIX', wallet: 'caixa' },
  },
];
