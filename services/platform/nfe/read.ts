import { accessKeyParts, isAccessKey } from '#domain/accessKey.ts';
import { add, sum } from '#domain/money.ts';
import { leaves, allOf, readXmlTree, type Node, type Shape } from '../xmlTree.ts';
import { decodeXml } from './decode.ts';
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
} from './fields.ts';
import { contributionsOf, itemsOf } from './items.ts';
import { partyOf } from './party.ts';
import { requireSale, type NfeUse } from './purposes.ts';
import { foreignRoot, kindByBytes, refusal, refuse } from './refusals.ts';
import type { Nfe, NfeInstallment, NfeIssuer, NfeTotals } from './types.ts';
import { withheldOf } from './withheld.ts';

export const MAX_NFE_BYTES = 2 * 1024 * 1024;
const NAMESPACE = 'http://www.portalfiscal.inf.br/nfe';

const TAXES: Shape = {
  ICMS: { '*': leaves('vICMSST', 'vFCPST') },
  IPI: { '*': leaves('vIPI') },
  PISST: leaves('vPIS', 'indSomaPISST'),
  COFINSST: leaves('vCOFINS', 'indSomaCOFINSST'),
};
const PRODUCT: Shape = leaves(
  ...['cProd', 'cEAN', 'xProd', 'NCM', 'uCom', 'qCom', 'vUnCom', 'uTrib', 'qTrib', 'vProd', 'vDesc', 'vFrete', 'vSeg'],
  ...['vOutro', 'indTot', 'xPed', 'nItemPed'],
);
const NOTA: Shape = {
  ide: leaves('natOp', 'mod', 'serie', 'nNF', 'dhEmi', 'tpNF', 'tpAmb', 'finNFe'),
  emit: {
    ...leaves('CNPJ', 'CPF', 'xNome', 'xFant'),
    enderEmit: leaves('xLgr', 'nro', 'xBairro', 'xMun', 'UF', 'CEP', 'fone'),
  },
  dest: leaves('CNPJ', 'CPF', 'idEstrangeiro', 'xNome'),
  det: { prod: PRODUCT, imposto: TAXES },
  total: {
    ICMSTot: leaves(
      ...['vProd', 'vFrete', 'vSeg', 'vDesc', 'vIPI', 'vIPIDevol', 'vST', 'vFCPST', 'vICMSMonoReten', 'vII', 'vOutro'],
      ...['vICMSDeson', 'vNF'],
    ),
    ISSQNtot: leaves('vServ', 'vBC', 'vISSRet'),
    retTrib: leaves('vRetPIS', 'vRetCOFINS', 'vRetCSLL', 'vBCIRRF', 'vIRRF', 'vBCRetPrev', 'vRetPrev'),
  },
  cobr: { fat: leaves('nFat', 'vLiq'), dup: leaves('nDup', 'dVenc', 'vDup') },
  pag: { detPag: leaves('tPag') },
  infAdic: leaves('infCpl'),
  compra: leaves('xPed'),
};
const PROTOCOL: Shape = { infProt: leaves('chNFe', 'cStat', 'nProt', 'xMotivo') };
const DOCUMENT: Shape = { NFe: { infNFe: NOTA }, protNFe: PROTOCOL, infNFe: NOTA };

const ROOTS = /^(nfeProc|procNFe|NFe)$/;
/** Elements in all: a nota of 990 items has some 100,000. */
const MAX_ELEMENTS = 200_000;

const readTree = (content: Buffer): Promise<Node> =>
  readXmlTree(content, {
    shape: DOCUMENT,
    root: (name, _attributes, namespace) => {
      if (!ROOTS.test(name) || !isRead(namespace)) throw foreignRoot(name);
    },
    reads: isRead,
    attributes: ['Id', 'nItem'],
    ...{ maxText: 6_000, maxDepth: 32, maxNodes: MAX_ELEMENTS, maxElements: MAX_ELEMENTS },
    refuse,
  });

/** Some programs leave the namespace out; groups of other namespaces are their own. */
const isRead = (namespace: string): boolean => namespace === NAMESPACE || namespace === '';

const issuerOf = (inf: Node): NfeIssuer => {
  const node = oneOf(inf, 'emit', 'o emitente');
  const { taxId, name } = partyOf(node, 'do emitente');
  if (taxId === null) throw refusal('O XML da nota não traz o CNPJ do emitente (CNPJ).');
  const address = optionalOf(node, 'enderEmit', 'o endereço do emitente');
  const digits = (text: string | null): string | null => text?.replace(/\D/g, '') || null;
  return {
    ...{ taxId, name, tradeName: plainText(node, 'xFant') },
    ...{ street: plainText(address, 'xLgr'), streetNumber: plainText(address, 'nro', 20) },
    ...{
      district: plainText(address, 'xBairro'),
      city: plainText(address, 'xMun'),
      state: plainText(address, 'UF', 2),
    },
    ...{ postalCode: digits(plainText(address, 'CEP', 9)), phone: digits(plainText(address, 'fone', 20)) },
  };
};

const totalsOf = (inf: Node): NfeTotals => {
  const total = oneOf(inf, 'total', 'os totais');
  const node = oneOf(total, 'ICMSTot', 'os totais');
  const services = optionalOf(total, 'ISSQNtot', 'os totais de serviços');
  const of = (name: string) => amount(node, name, 'um total');
  const added = ['vIPIDevol', 'vST', 'vFCPST', 'vICMSMonoReten', 'vII'].map(of);
  return {
    products: requiredAmount(node, 'vProd', 'o total dos produtos'),
    services: services ? amount(services, 'vServ', 'o total dos serviços') : '0.00',
    ...{ freight: of('vFrete'), insurance: of('vSeg'), other: of('vOutro'), discount: of('vDesc') },
    ...{ waived: of('vICMSDeson'), ipi: of('vIPI') },
    taxes: add(...added, sum(allOf(inf, 'det').map(contributionsOf))),
    total: requiredAmount(node, 'vNF', 'o valor da nota'),
  };
};

const installmentsOf = (inf: Node): NfeInstallment[] => {
  const node = optionalOf(inf, 'cobr', 'a cobrança');
  return allOf(node ?? { ...inf, children: [] }, 'dup').map((dup) => {
    const due = optionalText(dup, 'dVenc', 'um vencimento');
    return {
      number: plainText(dup, 'nDup', 60),
      dueDate: due === null ? null : dayOf(due, 'um vencimento', 'dVenc'),
      value: requiredAmount(dup, 'vDup', 'o valor de uma duplicata'),
    };
  });
};

const AUTHORISED = ['100', '150'];

/** The number of the authorisation. @throws ServiceError 422 without it, or with that of another nota */
const protocolOf = (root: Node, key: string): string => {
  const protocol = optionalOf(root, 'protNFe', 'a autorização');
  const inf = protocol && optionalOf(protocol, 'infProt', 'a autorização');
  const state = inf && plainText(inf, 'cStat');
  if (!inf || !state || !AUTHORISED.includes(state)) throw refusal('Esta nota não está autorizada.');
  if (plainText(inf, 'chNFe') !== key) throw refusal('A autorização do arquivo é de outra nota.');
  return requiredText(inf, 'nProt', 'o número da autorização', 20);
};

/** Notas that the tax office itself issues for others have its own CNPJ in the key. */
const isOfTaxOffice = (series: string): boolean => /^89\d$/.test(series);

const keyOf = (inf: Node): string => {
  const id = inf.attributes['Id'] ?? '';
  const key = id.replace(/^NFe/, '');
  if (!id.startsWith('NFe') || !isAccessKey(key)) throw refusal('A chave de acesso da nota não é válida.');
  return key;
};

/** @throws ServiceError 422 where the key says another nota than the file */
const requireKey = (key: string, { series, number, emissionDate, issuer }: Omit<Nfe, 'accessKey'>): void => {
  const parts = accessKeyParts(key);
  const same =
    parts.model === '55' &&
    parts.series === series &&
    parts.number === number &&
    parts.month === emissionDate.slice(2, 7).replace('-', '') &&
    (parts.taxId === issuer.taxId.padStart(14, '0') || isOfTaxOffice(series));
  if (!same) throw refusal('A chave de acesso não é a desta nota: emitente, série, número ou mês são outros.');
};

const whole = (text: string, what: string, name: string): string =>
  formed(text, /^\d{1,9}$/, what, name).replace(/^0+(?=\d)/, '');

const notaOf = (root: Node, use: NfeUse): Nfe => {
  const inf = oneOf(root.name === 'NFe' ? root : oneOf(root, 'NFe', 'a nota'), 'infNFe', 'a nota');
  const ide = oneOf(inf, 'ide', 'a identificação');
  requireSale(ide, use);
  const accessKey = keyOf(inf);
  const receiver = oneOf(inf, 'dest', 'o destinatário');
  const pag = optionalOf(inf, 'pag', 'o pagamento');
  const extra = optionalOf(inf, 'infAdic', 'as informações adicionais');
  const purchase = optionalOf(inf, 'compra', 'os dados da compra');
  const nota = {
    series: whole(requiredText(ide, 'serie', 'a série'), 'a série', 'serie'),
    number: whole(requiredText(ide, 'nNF', 'o número'), 'o número', 'nNF'),
    emissionDate: dayOf(requiredText(ide, 'dhEmi', 'a data de emissão'), 'a data de emissão', 'dhEmi'),
    operation: requiredText(ide, 'natOp', 'a natureza da operação'),
    issuer: issuerOf(inf),
    receiver: partyOf(receiver, 'do destinatário'),
    items: itemsOf(inf),
    totals: totalsOf(inf),
    withheld: withheldOf(inf),
    installments: installmentsOf(inf),
    payments: allOf(pag ?? ide, 'detPag').flatMap((one) => plainText(one, 'tPag', 2) ?? []),
    notes: plainText(extra, 'infCpl', 5_000),
    order: plainText(purchase, 'xPed', 60),
    protocol: protocolOf(root, accessKey),
  };
  requireKey(accessKey, nota);
  return { accessKey, ...nota };
};

/**
 * Reads the text of an NF-e, as UTF-8: `nfeProc`, or `NFe` with its `protNFe`, of any prefix. Unknown groups are passed
 * over, those of other namespaces too. Only an authorised sale is read (domain.md §3).
 * @throws ServiceError 422 at `file` with one sentence that names what is wrong or missing, or what the file is instead
 */
export const readNfe = async (text: Buffer, use: NfeUse): Promise<Nfe> => notaOf(await readTree(text), use);

/** Reads the XML of an NF-e that an order is received by. @throws ServiceError as `readNfe` */
export const parseNfe = async (content: Buffer): Promise<Nfe> => {
  if (content.length === 0) throw refuse('empty');
  if (content.length > MAX_NFE_BYTES) throw refuse('size');
  const other = kindByBytes(content);
  if (other !== null) throw refusal(other);
  return readNfe(decodeXml(content), 'ORDER');
};
