import { formatTaxId } from '#domain/taxId.ts';
import { stripAccents } from '#domain/text.ts';
import type { PaymentMethod } from '#domain/paymentMethods.ts';

/** What a line of a bank is about. */
export interface Told {
  type: 'CREDIT' | 'DEBIT';
  method: PaymentMethod;
  partner: string | null;
  taxId: string | null;
  description: string;
  date: string;
}

/** How a bank writes: each has its words, its length of a name, and its dialect of OFX. */
export interface BankStyle {
  file: string;
  bank: string;
  branch: string;
  number: string;
  dialect: 'SGML' | 'CLOSED' | 'XML';
  memo(told: Told): string;
  /** Memo of a transfer to or from another account of the company. */
  transfer(out: boolean, other: string): string;
  fee: string;
}

const upper = (text: string): string =>
  stripAccents(text)
    .toUpperCase()
    .replace(/[^A-Z0-9 ./&-]/g, ' ')
    .replace(/ +/g, ' ')
    .trim();

/** Banks cut names at a length, in the middle of a word. */
const cut = (text: string, length: number): string => upper(text).slice(0, length).trim();

const itau = ({ type, method, partner, description }: Told): string => {
  const name = cut(partner ?? description, 22);
  if (type === 'CREDIT') return method === 'TRANSFER' ? `TED RECEBIDA ${name}` : `PIX RECEBIDO ${name}`;
  if (method === 'BOLETO') return `PAG BOLETO ${name}`;
  if (method === 'DIRECT_DEBIT') return `DEB AUT ${name}`;
  return method === 'TRANSFER' ? `SISPAG ${name}` : `PIX ENVIADO ${name}`;
};

const bradesco = ({ type, method, partner, taxId, description, date }: Told): string => {
  const day = `${date.slice(8)}/${date.slice(5, 7)}`;
  const name = cut(partner ?? description, 26);
  if (type === 'CREDIT') return `TRANSFERENCIA PIX REM: ${name} ${day}`;
  if (method === 'BOLETO') return `PAGTO ELETRON COBRANCA ${name}`;
  if (method === 'DIRECT_DEBIT') return `CONTA DEBITO AUTOMATICO ${name}`;
  return taxId ? `PIX QR CODE DES: ${formatTaxId(taxId)} ${day}` : `PIX DES: ${name} ${day}`;
};

const caixa = ({ type, method, partner, taxId, description, date }: Told): string => {
  const who = taxId ?? cut(partner ?? description, 30);
  if (type === 'CREDIT') return `CRED TED ${who}`;
  // Of a boleto of a bank of its own, it knows the number alone.
  if (method === 'BOLETO')
    return date.endsWith('7') ? 'PAG BOLETO IBC' : `PAG BOLETO ${cut(partner ?? description, 18)}`;
  if (method === 'DIRECT_DEBIT') return `DEB.AUTOR. ${cut(partner ?? description, 18)}`;
  return `ENVIO PIX ${who}`;
};

/** The three banks of the demo company. */
export const STYLES = {
  itau: {
    ...{ file: 'extrato-itau.ofx', bank: '0341', branch: '0441', number: '33810-2', dialect: 'SGML', memo: itau },
    transfer: (out: boolean, other: string) =>
      out ? `TRANSF ENVIADA CC ${other}` : `TED RECEBIDA MESMA TITULARIDADE CC ${other}`,
    fee: 'TAR COBRANCA EXPRESSA',
  },
  bradesco: {
    ...{
      file: 'extrato-bradesco.ofx',
      bank: '237',
      branch: '2299',
      number: '20417-7',
      dialect: 'CLOSED',
      memo: bradesco,
    },
    transfer: (out: boolean, other: string) => `TRANSF CC PARA CC ${out ? 'PJ' : 'REM'} ${other}`,
    fee: 'TARIFA BANCARIA CESTA PJ',
  },
  caixa: {
    ...{ file: 'extrato-caixa.ofx', bank: '104', branch: '0296', number: '00012345-6', dialect: 'XML', memo: caixa },
    transfer: (out: boolean, other: string) => `${out ? 'ENVIO' : 'CRED'} TED ${other}`,
    fee: 'TAR MANUT CONTA',
  },
} as const satisfies Record<string, BankStyle>;

export type StatementBank = keyof typeof STYLES;
