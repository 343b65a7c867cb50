import { isServiceKey, serviceKeyParts } from '#domain/accessKey.ts';
import { add, compare, isPositive, subtract, sum, ZERO, type Money } from '#domain/money.ts';
import {
  amount,
  dayOf,
  formed,
  oneOf,
  optionalOf,
  optionalText,
  plainText,
  requiredAmount,
  requiredText,
} from '../nfe/fields.ts';
import { partyOf } from '../nfe/party.ts';
import { refusal, refuse } from '../nfe/refusals.ts';
import type { NfeIssuer, NfeParty, Withheld } from '../nfe/types.ts';
import { leaves, readXmlTree, type Node, type Shape } from '../xmlTree.ts';
import type { Nfse } from './types.ts';

const NAMESPACE = 'http://www.sped.fazenda.gov.br/nfse';

const PARTY: Shape = leaves('CNPJ', 'CPF', 'NIF', 'xNome', 'xFant', 'fone', 'email');
const ADDRESS: Shape = leaves('xLgr', 'nro', 'xCpl', 'xBairro', 'cMun', 'UF', 'CEP');
const DPS: Shape = {
  ...leaves('tpAmb', 'dhEmi', 'serie', 'nDPS', 'dCompet', 'tpEmit'),
  prest: { ...PARTY, end: { ...ADDRESS, endNac: ADDRESS } },
  toma: PARTY,
  serv: { cServ: leaves('cTribNac', 'xDescServ'), infoCompl: leaves('xInfComp') },
  valores: {
    vServPrest: leaves('vServ'),
    vDescCondIncond: leaves('vDescIncond', 'vDescCond'),
    trib: {
      tribMun: leaves('tribISSQN', 'tpRetISSQN', 'pAliq'),
      tribFed: {
        piscofins: leaves('tpRetPisCofins', 'vPis', 'vCofins', 'vBCPisCofins'),
        ...leaves('vRetCP', 'vRetIRRF', 'vRetCSLL'),
      },
    },
  },
};
const NOTA: Shape = {
  ...leaves('nNFSe', 'cStat', 'dhProc', 'xLocEmi'),
  emit: { ...PARTY, enderNac: ADDRESS },
  valores: leaves('vBC', 'pAliqAplic', 'vISSQN', 'vTotalRet', 'vLiq'),
  DPS: { infDPS: DPS },
};

/** Some programs leave the namespace out. */
const isRead = (namespace: string): boolean => namespace === NAMESPACE || namespace === '';

const MAX_ELEMENTS = 20_000;

const readTree = (text: Buffer): Promise<Node> =>
  readXmlTree(text, {
    shape: { infNFSe: NOTA },
    root: (name, _attributes, namespace) => {
      if (name !== 'NFSe') throw refusal('Este arquivo não é o XML de uma NFS-e.');
      if (!isRead(namespace))
        throw refusal('Esta NFS-e não é do padrão nacional. Baixe o XML no portal nacional da NFS-e.');
    },
    reads: isRead,
    attributes: ['Id'],
    ...{ maxText: 6_000, maxDepth: 32, maxNodes: MAX_ELEMENTS, maxElements: MAX_ELEMENTS },
    refuse,
  });

/** Made, in place of another one, by decision of a court, apart, and of a MEI. */
const IN_FORCE = ['100', '101', '102', '103', '107'];

const digits = (text: string | null): string | null => text?.replace(/\D/g, '') || null;

/** Who did the service: the issuer, or, where the nota was issued by another party, the provider. */
const issuerOf = (inf: Node, dps: Node): NfeIssuer => {
  const own = (plainText(dps, 'tpEmit') ?? '1') === '1';
  const node = own ? oneOf(inf, 'emit', 'o emitente') : oneOf(dps, 'prest', 'o prestador');
  const { taxId, name } = partyOf(node, own ? 'do emitente' : 'do prestador');
  if (taxId === null) throw refusal('O XML da nota não traz o CNPJ ou CPF de quem prestou o serviço.');
  const end = optionalOf(node, 'end', 'o endereço');
  const address = own ? optionalOf(node, 'enderNac', 'o endereço') : end;
  const place = own ? address : end && (optionalOf(end, 'endNac', 'o endereço') ?? end);
  return {
    ...{ taxId, name, tradeName: plainText(node, 'xFant') },
    ...{ street: plainText(address, 'xLgr'), streetNumber: plainText(address, 'nro', 20) },
    ...{ district: plainText(address, 'xBairro'), city: own ? plainText(inf, 'xLocEmi') : null },
    ...{ state: plainText(place, 'UF', 2), postalCode: digits(plainText(place, 'CEP', 9)) },
    phone: digits(plainText(node, 'fone', 20)),
  };
};

const receiverOf = (dps: Node): NfeParty => {
  const node = optionalOf(dps, 'toma', 'o tomador');
  if (!node) throw refusal('Esta NFS-e não diz quem tomou o serviço (toma).');
  return partyOf(node, 'do tomador');
};

/**
 * Contributions that are kept back. Layouts differ in whether vRetCSLL is CSLL alone or PIS, COFINS and CSLL together: what
 * closes the account of the nota counts.
 */
const contributions = (federal: Node | undefined, left: Money): Money => {
  if (!federal) return ZERO;
  const group = optionalOf(federal, 'piscofins', 'PIS e COFINS');
  const withheld = amount(federal, 'vRetCSLL', 'uma retenção');
  const of = (name: string) => (group ? amount(group, name, 'uma retenção') : ZERO);
  const [pis, cofins] = [of('vPis'), of('vCofins')];
  const kind = plainText(group, 'tpRetPisCofins');
  const [ofPis, ofCofins] = [
    ['1', '3', '4', '5', '9'],
    ['1', '3', '4', '6', '7'],
  ].map((kinds) => kind !== null && kinds.includes(kind));
  const apart = add(withheld, ofPis ? pis : ZERO, ofCofins ? cofins : ZERO);
  return [withheld, apart].find((one) => one === left) ?? (isPositive(withheld) ? withheld : apart);
};

interface Values {
  value: Money;
  discount: Money;
  netValue: Money;
  withheld: Withheld[];
}

const valuesOf = (inf: Node, dps: Node): Values => {
  const told = oneOf(inf, 'valores', 'os valores');
  const own = oneOf(dps, 'valores', 'os valores do serviço');
  const value = requiredAmount(oneOf(own, 'vServPrest', 'o valor do serviço'), 'vServ', 'o valor do serviço');
  const netValue = requiredAmount(told, 'vLiq', 'o valor líquido');
  const taken = optionalOf(own, 'vDescCondIncond', 'os descontos');
  const discount = taken ? amount(taken, 'vDescIncond', 'o desconto') : ZERO;
  const taxes = optionalOf(own, 'trib', 'os tributos');
  const municipal = taxes && optionalOf(taxes, 'tribMun', 'o ISS');
  const federal = taxes && optionalOf(taxes, 'tribFed', 'os tributos federais');
  const kept = ['2', '3'].includes(plainText(municipal, 'tpRetISSQN') ?? '1');
  const of = (node: Node | undefined, name: string) => (node ? amount(node, name, 'uma retenção') : ZERO);
  const iss = kept ? of(told, 'vISSQN') : ZERO;
  const [inss, irrf] = [of(federal, 'vRetCP'), of(federal, 'vRetIRRF')];
  const left = subtract(subtract(subtract(value, discount), netValue), sum([iss, inss, irrf]));
  const base = subtract(value, discount);
  const ofIss = amount(told, 'vBC', 'a base do ISS');
  const withheld: Withheld[] = [
    { tax: 'ISS', base: isPositive(ofIss) ? ofIss : base, value: iss },
    { tax: 'INSS', base, value: inss },
    { tax: 'IRRF', base, value: irrf },
    { tax: 'CSRF', base, value: contributions(federal, left) },
  ];
  if (compare(netValue, value) > 0) throw refusal('O valor líquido da nota passa do valor do serviço.');
  return { value, discount, netValue, withheld: withheld.filter((one) => isPositive(one.value)) };
};

const keyOf = (inf: Node): string => {
  const id = inf.attributes['Id'] ?? '';
  const key = id.replace(/^NFS/, '');
  if (!id.startsWith('NFS') || !isServiceKey(key)) throw refusal('A chave de acesso da nota não é válida.');
  return key;
};

const DATE = 'a data de emissão';

/** Reads the text of an NFS-e of the national standard, as UTF-8. @throws ServiceError 422 at `file` with one sentence */
export const readNfse = async (text: Buffer): Promise<Nfse> => {
  const inf = oneOf(await readTree(text), 'infNFSe', 'a nota');
  const accessKey = keyOf(inf);
  const state = plainText(inf, 'cStat');
  if (state === null || !IN_FORCE.includes(state)) throw refusal('Esta nota não está autorizada.');
  const dps = oneOf(oneOf(inf, 'DPS', 'a declaração do serviço'), 'infDPS', 'a declaração do serviço');
  if (requiredText(dps, 'tpAmb', 'o ambiente') !== '1')
    throw refusal('Esta nota foi emitida em homologação: é um teste, sem valor fiscal.');
  const number = formed(requiredText(inf, 'nNFSe', 'o número'), /^\d{1,13}$/, 'o número', 'nNFSe').replace(
    /^0+(?=\d)/,
    '',
  );
  const parts = serviceKeyParts(accessKey);
  const emitter = partyOf(oneOf(inf, 'emit', 'o emitente'), 'do emitente');
  if (parts.number !== number || parts.taxId !== emitter.taxId)
    throw refusal('A chave de acesso não é a desta nota: emitente ou número são outros.');
  const service = oneOf(oneOf(dps, 'serv', 'o serviço'), 'cServ', 'o serviço');
  const extra = optionalOf(oneOf(dps, 'serv', 'o serviço'), 'infoCompl', 'as informações adicionais');
  return {
    ...{ accessKey, number, series: optionalText(dps, 'serie', 'a série', 5) },
    emissionDate: dayOf(requiredText(inf, 'dhProc', DATE), DATE, 'dhProc'),
    competenceDate: dayOf(requiredText(dps, 'dCompet', 'a competência'), 'a competência', 'dCompet'),
    ...{ issuer: issuerOf(inf, dps), receiver: receiverOf(dps) },
    code: requiredText(service, 'cTribNac', 'o código do serviço', 20),
    description: requiredText(service, 'xDescServ', 'a descrição do serviço', 2_000),
    ...valuesOf(inf, dps),
    notes: plainText(extra, 'xInfComp', 2_000),
  };
};
