import type pg from 'pg';
import { addDays, daysBetween, type IsoDate } from '#domain/dates.ts';
import { toCents } from '#domain/money.ts';
import { stripAccents } from '#domain/text.ts';
import { readBoletoBarcode } from '#domain/financial/paymentCodes/boleto.ts';
import { modulo11OfBoleto } from '#domain/financial/paymentCodes/checkDigits.ts';
import { crc16 } from '#domain/financial/paymentCodes/tlv.ts';
import { insertRows, type Row } from './insert.ts';

/** Banks of the suppliers. */
const BANKS = ['237', '341', '001', '756', '033', '748'];
/** Every third supplier sends no code with its bill. */
const WITHOUT = 3;
/** Days around the day of the demo whose bills have come. */
const [BEFORE, AFTER] = [30, 45];
/** Day of factor 1000 of the count that began then. */
const RESTART: IsoDate = '2025-02-22';

interface Bill {
  account_id: number;
  id: number;
  due: IsoDate;
  gross: string;
  method: string | null;
  name: string;
  tax_id: string | null;
}

const boletoOf = ({ due, gross }: Bill, index: number, seedDate: IsoDate): Row => {
  const bank = BANKS[index % BANKS.length] ?? '237';
  const factor = 1000 + daysBetween(RESTART, due);
  const free = String(29905_90000 + index).padStart(12, '0') + '0187010020417'.padStart(13, '0');
  const tail = `${factor}${String(toCents(gross)).padStart(10, '0')}${free}`;
  const read = readBoletoBarcode(`${bank}9${modulo11OfBoleto(`${bank}9${tail}`)}${tail}`, seedDate);
  if (!read.ok) throw new Error(read.message);
  return { kind: 'BOLETO', code: read.code.code, bank, amount: gross, due_date: due };
};

const element = (id: string, value: string): string => id + String(value.length).padStart(2, '0') + value;

/** Names in a Pix have capitals without accents, 25 at the most. */
const pixName = (name: string): string => stripAccents(name).toUpperCase().slice(0, 25).trim();

const pixOf = ({ gross, name, tax_id }: Bill, index: number): Row => {
  const account = element('00', 'br.gov.bcb.pix') + element('01', tax_id ?? 'financeiro@exemplo.com.br');
  const text = [
    element('00', '01'),
    element('26', account),
    element('52', '0000'),
    element('53', '986'),
    element('54', gross),
    element('58', 'BR'),
    element('59', pixName(name)),
    element('60', 'CAMPINAS'),
    element('62', element('05', `IPE${String(index).padStart(5, '0')}`)),
    '6304',
  ].join('');
  return { kind: 'PIX', code: text + crc16(text), bank: null, amount: gross, due_date: null };
};

/** Boletos and Pix codes of bills that are open around the day. */
export const insertPaymentCodes = async (client: pg.Client, seedDate: IsoDate): Promise<void> => {
  const { rows } = await client.query<Bill>(
    `select i.account_id, i.id, i.due_date::text as due, i.gross_value::text as gross,
       t.preferred_payment_method as method, p.name, p.tax_id
     from accounts a
     join installments i on i.account_id = a.id
     join transactions t on t.account_id = i.account_id and t.id = i.transaction_id
     join partners p on p.account_id = t.account_id and p.id = t.partner_id
     where a.settings @> '{"demo": true}' and i.type = 'DEBIT' and i.forecast and i.due_date between $1 and $2
     order by i.due_date, i.id`,
    [addDays(seedDate, -BEFORE), addDays(seedDate, AFTER)],
  );
  const codes = rows.flatMap((bill, index) => {
    if (index % WITHOUT === WITHOUT - 1) return [];
    const code = bill.method === 'PIX' ? pixOf(bill, index) : boletoOf(bill, index, seedDate);
    return [{ account_id: bill.account_id, installment_id: bill.id, ...code }];
  });
  await insertRows(client, 'installment_payment_codes', codes);
};
