import type { BankAccount } from '#domain/financial/bankStatements/reader.ts';

const compact = (text: string): string => text.replace(/[^0-9A-Za-z*]/g, '').toUpperCase();

/** What an account is remembered by: banks write "0341" and "341", "33810-2" and "338102". */
export const accountKey = ({ bank, branch, number }: Pick<BankAccount, 'bank' | 'branch' | 'number'>) => ({
  bank: compact(bank).replace(/^0+(?=.)/, ''),
  branch: compact(branch),
  // An account that is named by signs alone is remembered by them.
  number: compact(number) || number,
});
