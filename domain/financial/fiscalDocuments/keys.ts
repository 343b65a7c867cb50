import {
  accessKeyParts,
  isAccessKey,
  isServiceKey,
  KEY_MODELS,
  serviceKeyParts,
  STATE_CODES,
} from '../../accessKey.ts';
import { isTaxId } from '../../taxId.ts';
import { formatCount } from '../../numberFormat.ts';
import { refused, type ReadResult } from '../paymentCodes/types.ts';

/** What an access key says of its nota. */
export interface FiscalKeyFacts {
  kind: 'NFE' | 'NFSE';
  /** 44 characters of an NF-e, 50 of an NFS-e. */
  accessKey: string;
  /** CNPJ or CPF of the issuer, without mask. */
  issuerTaxId: string;
  number: string;
  series: string | null;
  /** Month of the emission: "2026-11". */
  month: string;
}

const [GOODS, SERVICES] = [44, 50];

const MONTH = String.raw`\d{2}(?:0[1-9]|1[0-2])`;
const TAX_ID = '[0-9A-Z]{12}[0-9]{2}';
/** State, month, issuer and model; after them come digits alone. */
const GOODS_HEAD = new RegExp(`^${STATE_CODES}${MONTH}(${TAX_ID})(${KEY_MODELS.join('|')})\\d+$`);
/** Municipality, generator, kind of registration and registration, number, month. */
const SERVICES_HEAD = new RegExp(`^${STATE_CODES}\\d{5}[12]([12])(${TAX_ID})\\d{13}${MONTH}\\d*$`);

const OTHERS: Readonly<Record<string, string>> = {
  '57': 'um CT-e (transporte)',
  '58': 'um MDF-e (manifesto de transporte)',
  '59': 'um CF-e (cupom fiscal)',
  '62': 'uma conta de telecomunicações (NFCom)',
  '63': 'um bilhete de passagem (BP-e)',
  '65': 'uma NFC-e (venda ao consumidor)',
  '66': 'uma conta de luz (NF3-e)',
  '67': 'um CT-e de outros serviços',
};

/** Series 920 to 969 are those of issuers with a CPF, which stands behind three zeros: the CNPJ of a bank begins so, too. */
const issuerOf = (taxId: string, series: string): string => (/^9[2-6]\d$/.test(series) ? taxId.slice(3) : taxId);

/** What people write around a key: words, "NFe" of the XML's own Id, separators. */
const bareText = (text: string): string =>
  text
    .toUpperCase()
    .replace(/CHAVE( DE ACESSO)?( DA)?|NFS-?E|NF-?E|NFS(?=\d)|[:#]/g, ' ')
    .replace(/[\s.\-–\u00a0/]/g, '');

const counted = (length: number, wanted: number): string => {
  const off = Math.abs(length - wanted);
  if (off === 1) return length < wanted ? 'falta 1' : 'sobra 1';
  return `${length < wanted ? 'faltam' : 'sobram'} ${off}`;
};

const lengthRefusal = (length: number, wanted: number, what: string) =>
  refused(`Há ${length} caracteres, e a chave de uma ${what} tem ${wanted}: ${counted(length, wanted)}.`);

const WRONG_DIGIT = 'O dígito verificador da chave não confere: confira os números, ou cole de novo.';

const goodsOf = (key: string, model: string): ReadResult<FiscalKeyFacts> => {
  if (key.length !== GOODS) return lengthRefusal(key.length, GOODS, 'NF-e');
  if (!isAccessKey(key)) return refused(WRONG_DIGIT);
  const other = OTHERS[model];
  if (other !== undefined) return refused(`Esta é a chave de ${other}, e não de uma NF-e.`);
  const { taxId, number, series, month } = accessKeyParts(key);
  return {
    ok: true,
    code: { kind: 'NFE', accessKey: key, issuerTaxId: issuerOf(taxId, series), number, series, month: monthOf(month) },
  };
};

const servicesOf = (key: string): ReadResult<FiscalKeyFacts> => {
  if (key.length !== SERVICES) return lengthRefusal(key.length, SERVICES, 'NFS-e');
  if (!isServiceKey(key)) return refused(WRONG_DIGIT);
  const { taxId, number, month } = serviceKeyParts(key);
  return {
    ok: true,
    code: { kind: 'NFSE', accessKey: key, issuerTaxId: taxId, number, series: null, month: monthOf(month) },
  };
};

const monthOf = (yymm: string): string => `20${yymm.slice(0, 2)}-${yymm.slice(2)}`;

/** How far from the length of a key a text may be that is still meant as one. */
const SLACK = 3;
const near = (length: number, wanted: number): boolean => Math.abs(length - wanted) <= SLACK;

/**
 * The access key that a text is, as people paste it: with spaces, in groups, with "Chave de acesso:" before it. Null for a
 * text that is meant as something else: state, month, CNPJ and model have to make sense before a digit is told to be wrong.
 */
export const readFiscalKey = (text: string): ReadResult<FiscalKeyFacts> | null => {
  const key = bareText(text);
  const goods = near(key.length, GOODS) ? GOODS_HEAD.exec(key) : null;
  if (goods && isTaxId(issuerOf(goods[1] ?? '', key.slice(22, 25)))) return goodsOf(key, goods[2] ?? '');
  const services = near(key.length, SERVICES) ? SERVICES_HEAD.exec(key) : null;
  if (services && isTaxId(services[1] === '1' ? services[2]?.slice(3) : services[2])) return servicesOf(key);
  return null;
};

/** "NF 5.187", as the expense of a nota is called. */
export const documentNumberOf = ({ kind, number }: Pick<FiscalKeyFacts, 'kind' | 'number'>): string =>
  `${kind === 'NFE' ? 'NF' : 'NFS-e'} ${formatCount(Number(number))}`;
