import { add, compare, sum, ZERO, type Money } from '#domain/money.ts';
import { allOf, type Node } from '../xmlTree.ts';
import {
  amount,
  amountsWithin,
  decimalOf,
  formed,
  oneOf,
  optionalOf,
  optionalText,
  plainText,
  requiredAmount,
  requiredText,
} from './fields.ts';
import { refusal } from './refusals.ts';
import type { NfeItem } from './types.ts';

export const MAX_NFE_ITEMS = 990;

const groupsOf = (taxes: Node | undefined, name: string): Node | undefined =>
  taxes && optionalOf(taxes, name, 'um imposto');

const taxOf = (taxes: Node | undefined, group: string, name: string): Money =>
  sum(amountsWithin(groupsOf(taxes, group), name, 'um imposto'));

/** PIS and COFINS by substitution, where they add to the total. */
const substituted = (taxes: Node | undefined, group: string, name: string, flag: string): Money => {
  const found = groupsOf(taxes, group);
  return found && plainText(found, flag) === '1' ? amount(found, name, 'um imposto') : ZERO;
};

/** Contributions of an item that add to the total, which ICMSTot does not name by themselves. */
export const contributionsOf = (det: Node): Money => {
  const taxes = optionalOf(det, 'imposto', 'os impostos de um item');
  return add(
    substituted(taxes, 'PISST', 'vPIS', 'indSomaPISST'),
    substituted(taxes, 'COFINSST', 'vCOFINS', 'indSomaCOFINSST'),
  );
};

const itemOf = (det: Node): NfeItem => {
  const number = Number(formed(det.attributes['nItem'] ?? '', /^[1-9]\d{0,2}$/, 'o número de um item', 'nItem'));
  const of = `do item ${number}`;
  const prod = oneOf(det, 'prod', `o produto ${of}`);
  const taxes = optionalOf(det, 'imposto', `os impostos ${of}`);
  const ean = optionalText(prod, 'cEAN', `o GTIN ${of}`);
  const [taxUnit, taxQuantity] = [plainText(prod, 'uTrib', 20), plainText(prod, 'qTrib')];
  return {
    number,
    code: requiredText(prod, 'cProd', `o código ${of}`, 60),
    ean: ean !== null && /^\d{8,14}$/.test(ean) ? ean : null,
    name: requiredText(prod, 'xProd', `a descrição ${of}`, 300),
    ncm: optionalText(prod, 'NCM', `o NCM ${of}`, 8),
    unit: requiredText(prod, 'uCom', `a unidade ${of}`, 20),
    quantity: decimalOf(prod, 'qCom', `a quantidade ${of}`),
    unitPrice: decimalOf(prod, 'vUnCom', `o preço ${of}`),
    ...(taxUnit !== null && taxQuantity !== null && /^\d{1,15}(\.\d{1,10})?$/.test(taxQuantity)
      ? { taxUnit, taxQuantity }
      : { taxUnit: null, taxQuantity: null }),
    value: requiredAmount(prod, 'vProd', `o valor ${of}`),
    discount: amount(prod, 'vDesc', `o desconto ${of}`),
    freight: amount(prod, 'vFrete', `o frete ${of}`),
    insurance: amount(prod, 'vSeg', `o seguro ${of}`),
    other: amount(prod, 'vOutro', `as outras despesas ${of}`),
    ipi: taxOf(taxes, 'IPI', 'vIPI'),
    st: add(taxOf(taxes, 'ICMS', 'vICMSST'), taxOf(taxes, 'ICMS', 'vFCPST')),
    counts: optionalText(prod, 'indTot', `o indicador ${of}`) !== '0',
    order: optionalText(prod, 'xPed', `o pedido ${of}`, 60),
    orderItem: optionalText(prod, 'nItemPed', `o pedido ${of}`, 20),
  };
};

/** The items of a nota, in the order of their numbers. @throws ServiceError 422 */
export const itemsOf = (inf: Node): NfeItem[] => {
  const nodes = allOf(inf, 'det');
  if (nodes.length === 0) throw refusal('O XML da nota não traz itens (det).');
  if (nodes.length > MAX_NFE_ITEMS) throw refusal(`Uma NF-e tem no máximo ${MAX_NFE_ITEMS} itens.`);
  const items = nodes.map(itemOf).sort((a, b) => a.number - b.number);
  const overdone = items.find(({ value, discount }) => compare(discount, value) > 0);
  if (overdone) throw refusal(`O desconto do item ${overdone.number} passa do valor dele.`);
  const repeated = items.find(({ number }, index) => items[index - 1]?.number === number);
  if (repeated) throw refusal(`O XML da nota traz o item ${repeated.number} mais de uma vez.`);
  return items;
};
