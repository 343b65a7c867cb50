import { add, isPositive } from '#domain/money.ts';
import type { Node } from '../xmlTree.ts';
import { amount, oneOf, optionalOf, requiredAmount } from './fields.ts';
import type { Withheld } from './types.ts';

/** Taxes that whoever pays the nota keeps back: ISS of its services, and federal ones (retTrib). */
export const withheldOf = (inf: Node): Withheld[] => {
  const total = oneOf(inf, 'total', 'os totais');
  const services = optionalOf(total, 'ISSQNtot', 'os totais de serviços');
  const federal = optionalOf(total, 'retTrib', 'as retenções');
  const of = (node: Node | undefined, name: string) => (node ? amount(node, name, 'uma retenção') : '0.00');
  const served = of(services, 'vServ');
  const whole = requiredAmount(oneOf(total, 'ICMSTot', 'os totais'), 'vNF', 'o valor da nota');
  const base = isPositive(served) ? served : whole;
  const or = (own: string) => (isPositive(own) ? own : base);
  const found: Withheld[] = [
    { tax: 'ISS', base: or(of(services, 'vBC')), value: of(services, 'vISSRet') },
    { tax: 'INSS', base: or(of(federal, 'vBCRetPrev')), value: of(federal, 'vRetPrev') },
    { tax: 'IRRF', base: or(of(federal, 'vBCIRRF')), value: of(federal, 'vIRRF') },
    {
      ...{ tax: 'CSRF', base },
      value: add(of(federal, 'vRetPIS'), of(federal, 'vRetCOFINS'), of(federal, 'vRetCSLL')),
    },
  ];
  return found.filter(({ value }) => isPositive(value));
};
