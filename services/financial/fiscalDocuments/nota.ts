import { itemsTotal, totalIdentity } from '#domain/purchase/invoices/figures.ts';
import type { IsoDate } from '#domain/dates.ts';
import type { Duplicata } from '#domain/financial/fiscalDocuments/installments.ts';
import { add, subtract, sum, ZERO, type Money } from '#domain/money.ts';
import { formatMoney } from '#domain/numberFormat.ts';
import { readFiscalXml } from '../../platform/fiscal/read.ts';
import type { Nfse } from '../../platform/fiscal/types.ts';
import type { Nfe, NfeIssuer, NfeItem, NfeParty, Withheld } from '../../platform/nfe/types.ts';

export type NotaItem = Pick<
  NfeItem,
  'number' | 'code' | 'name' | 'unit' | 'quantity' | 'unitPrice' | 'value' | 'taxUnit' | 'taxQuantity'
>;

/** A nota of goods or of services, as far as an expense is made of it. */
export interface Nota {
  kind: 'NFE' | 'NFSE';
  accessKey: string;
  number: string;
  series: string | null;
  emissionDate: IsoDate;
  competenceDate: IsoDate;
  issuer: NfeIssuer;
  receiver: NfeParty;
  operation: string;
  notes: string | null;
  items: NotaItem[];
  itemsValue: Money;
  /** What adds to the items, and what is taken off them. */
  additions: Money;
  discount: Money;
  value: Money;
  withheld: Withheld[];
  net: Money;
  duplicatas: Duplicata[];
  /** Means of payment of the nota that say something of ours. */
  paymentMethod: 'BOLETO' | 'PIX' | null;
  /** It says that nothing is paid (a remittance, a gift). */
  unpaid: boolean;
  /** Why its own arithmetic does not hold; null where it does. */
  contradiction: string | null;
}

const reais = (value: Money): string => `R$ ${formatMoney(value)}`;

const netOf = (value: Money, withheld: readonly Withheld[]): Money =>
  subtract(value, sum(withheld.map((one) => one.value)));

const METHODS: Readonly<Record<string, Nota['paymentMethod']>> = { '15': 'BOLETO', '17': 'PIX', '20': 'PIX' };
const NOTHING_PAID = '90';

export const ofGoods = (nfe: Nfe): Nota => {
  const { totals, items, withheld, payments } = nfe;
  const [found, said] = [itemsTotal(items), sum([totals.products, totals.services])];
  const { holds, computed } = totalIdentity(totals);
  const contradiction =
    found !== said
      ? `Os itens somam ${formatMoney(found)}, e a nota diz ${formatMoney(said)}`
      : holds
        ? null
        : `A conta da nota dá ${formatMoney(computed)}, e o valor dela é ${reais(totals.total)}`;
  return {
    ...{ kind: 'NFE', accessKey: nfe.accessKey, number: nfe.number, series: nfe.series },
    ...{ emissionDate: nfe.emissionDate, competenceDate: nfe.emissionDate },
    ...{ issuer: nfe.issuer, receiver: nfe.receiver, operation: nfe.operation, notes: nfe.notes, items },
    itemsValue: said,
    additions: add(totals.freight, totals.insurance, totals.other, totals.ipi, totals.taxes),
    discount: totals.discount,
    value: totals.total,
    withheld,
    net: netOf(totals.total, withheld),
    duplicatas: nfe.installments.filter(({ value }) => value !== ZERO),
    paymentMethod: payments.map((code) => METHODS[code] ?? null).find((method) => method !== null) ?? null,
    unpaid: payments.length > 0 && payments.every((code) => code === NOTHING_PAID),
    contradiction,
  };
};

export const ofServices = (nfse: Nfse): Nota => {
  const { code, description, discount, withheld } = nfse;
  const value = subtract(nfse.value, discount);
  const net = netOf(value, withheld);
  const contradiction =
    net === nfse.netValue
      ? null
      : `O valor menos as retenções dá ${formatMoney(net)}, e a nota diz ${reais(nfse.netValue)} líquidos`;
  const item = { number: 1, code, name: description.slice(0, 300), unit: 'UN', quantity: '1', taxUnit: null };
  return {
    ...{ kind: 'NFSE', accessKey: nfse.accessKey, number: nfse.number, series: nfse.series },
    ...{ emissionDate: nfse.emissionDate, competenceDate: nfse.competenceDate },
    ...{ issuer: nfse.issuer, receiver: nfse.receiver, operation: description, notes: nfse.notes },
    items: [{ ...item, unitPrice: nfse.value, value: nfse.value, taxQuantity: null }],
    ...{ itemsValue: nfse.value, additions: ZERO, discount, value, withheld, net },
    ...{ duplicatas: [], paymentMethod: null, unpaid: false, contradiction },
  };
};

/** Reads a stored nota again: what it says is in its file alone. */
export const notaOf = async (content: Buffer): Promise<Nota> => {
  const xml = await readFiscalXml(content);
  if (xml.kind === 'CANCELLATION') throw new Error('A stored nota is no event.');
  return xml.kind === 'NFE' ? ofGoods(xml.nota) : ofServices(xml.nota);
};
