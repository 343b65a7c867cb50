import type { Node } from '../xmlTree.ts';
import { requiredText } from './fields.ts';
import { refusal } from './refusals.ts';

/** What a nota is read for: the receipt of an order, or an expense. */
export type NfeUse = 'ORDER' | 'EXPENSE';

interface Purposes {
  /** By finNFe, sentences for those that do not serve; null for one that does. */
  byCode: Readonly<Record<string, string | null>>;
  other: string;
  /** An entry (tpNF 0). */
  entry: string;
}

const PURPOSES: Readonly<Record<NfeUse, Purposes>> = {
  ORDER: {
    byCode: {
      '1': null,
      '2': 'Esta é uma nota complementar: ela não traz mercadoria a receber.',
      '3': 'Esta é uma nota de ajuste: ela não traz mercadoria a receber.',
      '4': 'Esta é uma nota de devolução: ela não serve para receber um pedido.',
    },
    other: 'Esta nota não é de venda: ela não serve para receber um pedido.',
    entry: 'Esta é uma nota de entrada, emitida por quem recebe: ela não serve para receber um pedido.',
  },
  EXPENSE: {
    byCode: {
      '1': null,
      // It adds to a price that was charged before.
      '2': null,
      '3': 'Esta é uma nota de ajuste: não há o que pagar por ela.',
      '4': 'Esta é uma nota de devolução: não há o que pagar por ela.',
    },
    other: 'Esta nota não é de venda: não há o que pagar por ela.',
    entry: 'Esta é uma nota de entrada, emitida por quem recebe: não há o que pagar por ela.',
  },
};

/** @throws ServiceError 422 for what is no sale in production, or does not serve */
export const requireSale = (ide: Node, use: NfeUse): void => {
  const { byCode, other, entry } = PURPOSES[use];
  const of = (name: string, what: string) => requiredText(ide, name, what);
  const model = of('mod', 'o modelo');
  if (model === '65') throw refusal('Este XML é de uma NFC-e (cupom, modelo 65), não de uma NF-e.');
  if (model !== '55') throw refusal(`Este XML é de um documento do modelo ${model.slice(0, 4)}, não de uma NF-e (55).`);
  if (of('tpAmb', 'o ambiente') !== '1')
    throw refusal('Esta nota foi emitida em homologação: é um teste, sem valor fiscal.');
  const purpose = of('finNFe', 'a finalidade');
  const sentence = Object.hasOwn(byCode, purpose) ? (byCode[purpose] ?? null) : other;
  if (sentence !== null) throw refusal(sentence);
  if (of('tpNF', 'o tipo da operação') !== '1') throw refusal(entry);
};
