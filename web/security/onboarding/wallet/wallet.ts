import { addDays } from '#domain/calendar.ts';
import { parseDate } from '#domain/dateInput.ts';
import { formatDate, todayIn } from '#domain/dates.ts';
import { decodeBankFile } from '#domain/financial/bankStatements/decode.ts';
import { readStatement, type BankAccount } from '#domain/financial/bankStatements/reader.ts';
import { UnreadableStatement } from '#domain/financial/bankStatements/unreadable.ts';
import { BANK_CODES, bankName } from '#domain/financial/paymentCodes/banks.ts';
import { formatMoney, parseMoney } from '#domain/money.ts';
import { normalizeSpaces } from '#domain/text.ts';
import { isBlank, LONGEST, type Form, type Problems } from '../model.ts';

export const BANKS = BANK_CODES.map((code) => ({ code, name: bankName(code) })).sort((a, b) =>
  a.name.localeCompare(b.name, 'pt-BR'),
);

export const nameOfBank = (code: string): string => (BANK_CODES.includes(code) ? bankName(code) : '');

const today = () => todayIn(new Date());
const dateOf = (text: string) => parseDate(text, today(), 'past');
const balanceOf = (text: string) => (isBlank(text) ? '0.00' : parseMoney(text));

/** The first day of this month: what most know the balance of. */
export const usualDate = (): string => formatDate(`${today().slice(0, 7)}-01`);

export const problemsOf = (form: Form): Problems => ({
  ...(isBlank(form.walletName) && { walletName: 'Informe o nome da carteira, ou pule por agora.' }),
  ...(balanceOf(form.initialBalance) === null && { initialBalance: 'Informe um valor, como 1.234,50.' }),
  ...(dateOf(form.balanceDate) === null && { balanceDate: 'Informe uma data, como 01/11/2026.' }),
});

/** Part `wallet` of the body of POST accounts (§7). */
export const walletOf = (form: Form): object => ({
  identifier: form.walletName,
  description: isBlank(form.walletDescription) ? null : form.walletDescription,
  initialBalance: balanceOf(form.initialBalance),
  balanceDate: dateOf(form.balanceDate),
});

/** An amount and a day as they are shown once the field is left; what cannot be read stays. */
export const tidyBalance = (text: string): string => {
  const amount = isBlank(text) ? null : parseMoney(text);
  return amount === null ? text : formatMoney(amount);
};
export const tidyDate = (text: string): string => formatDate(dateOf(text)) || text;

export const shownBalance = (text: string): string => formatMoney(balanceOf(text) ?? '0.00');

const LARGEST = 10 * 1024 * 1024;

const kindOf = ({ kind }: BankAccount): string =>
  kind === 'CREDITCARD' ? 'Cartão' : kind === 'SAVINGS' ? 'Poupança' : 'Conta corrente';

/** "0341" and "341" are the same bank. */
const bankOf = ({ bank }: BankAccount): string => bank.replace(/^0+(?=\d{3}$)/, '').padStart(3, '0');

/** What a statement says of its account. */
export interface FoundAccount {
  fields: Partial<Form>;
  /** "Itaú, ag. 0441, conta 33810-2, saldo no fim de 31/10/2026". */
  told: string;
}

const describe = (account: BankAccount): FoundAccount => {
  const { branch, number, ledger } = account;
  const bank = bankOf(account);
  const name = nameOfBank(bank);
  const agency = branch === '' ? '' : `, ag. ${branch}`;
  const fields: Partial<Form> = {
    bank: name === '' ? '' : bank,
    walletName: (name || kindOf(account)).slice(0, LONGEST.walletName),
    walletDescription: normalizeSpaces(`${kindOf(account)} ${number}${agency}`).slice(0, LONGEST.walletDescription),
    // A wallet opens at the start of its day, so the balance of the end of a day is the next one's.
    ...(ledger && {
      initialBalance: formatMoney(ledger.amount),
      balanceDate: formatDate(addDays(ledger.date, 1)),
    }),
  };
  const balance = ledger ? `saldo no fim de ${formatDate(ledger.date)}` : 'sem saldo no arquivo';
  return { fields, told: `${name || 'Banco'}${agency}, conta ${number}, ${balance}` };
};

/** Reads the statement that was dropped; of several accounts, the first. Returns a sentence for what is none. */
export const readAccount = async (file: File): Promise<FoundAccount | string> => {
  if (file.size > LARGEST) return 'O arquivo passa de 10 MB.';
  try {
    const { text } = decodeBankFile(new Uint8Array(await file.arrayBuffer()));
    const [account] = readStatement(text).accounts;
    return account ? describe(account) : 'O extrato não diz de que conta é.';
  } catch (error) {
    return error instanceof UnreadableStatement ? error.message : 'Não foi possível ler este arquivo.';
  }
};
