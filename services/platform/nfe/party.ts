import { isCnpj, isCpf } from '#domain/taxId.ts';
import type { Node } from '../xmlTree.ts';
import { optionalText } from './fields.ts';
import { refusal } from './refusals.ts';
import type { NfeParty } from './types.ts';

/** Tax id and name of a party. @throws ServiceError 422 for a CPF or CNPJ that is none */
export const partyOf = (node: Node, what: string): NfeParty => {
  const [cnpj, cpf] = [optionalText(node, 'CNPJ', `o CNPJ ${what}`), optionalText(node, 'CPF', `o CPF ${what}`)];
  const taxId = cnpj ?? cpf;
  if (taxId !== null && !(cnpj === null ? isCpf(taxId) : isCnpj(taxId)))
    throw refusal(`O ${cnpj === null ? 'CPF' : 'CNPJ'} ${what} não é válido: "${taxId.slice(0, 20)}".`);
  return { taxId, name: optionalText(node, 'xNome', `o nome ${what}`) ?? '' };
};
