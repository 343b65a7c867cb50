import { counted } from '#domain/numberFormat.ts';
import { formatMoney } from '#domain/money.ts';
import { fieldProblems, failureTextOf } from '#web/client/errors.ts';
import type { OfxDraftFragment, OfxDraftLineFragment } from '#web/generated/financial.ts';

export type Draft = OfxDraftFragment;
export type Account = Draft['accounts'][number];
export type Counts = Draft['counts'];
export type Line = OfxDraftLineFragment;
export type LineStatus = Line['status'];
export type CountName = Exclude<keyof Counts, 'lines'>;

export const WALLETS = '/home/forms/transactions/bank';

/** Texts for failures without their own reason. */
export const failures = {
  drafts: 'Falha para buscar os arquivos em conferência',
  lines: 'Falha para buscar as linhas do arquivo',
  upload: 'Falha para ler o arquivo',
  map: 'Falha para ler as colunas do arquivo',
  route: 'Falha para escolher a carteira',
  remove: 'Falha para retirar o arquivo',
  import: 'Falha para importar o arquivo',
};

/** The service's reason, which it may have given at a field, else the call's own text. */
export const sentenceOf = (error: unknown, own: string): string =>
  fieldProblems(error)[0]?.message ?? failureTextOf(error, own);

/** Lines by what becomes of them, in the order in which they ask for attention. */
export const SECTIONS: readonly {
  status: LineStatus;
  count: CountName;
  title: string;
  filter: string;
  note?: string;
}[] = [
  {
    ...{ status: 'CONFLICT', count: 'conflict', title: 'Conflito', filter: 'Conflitos' },
    note: 'o banco mandou de novo a mesma linha com outro valor',
  },
  {
    ...{ status: 'IGNORED', count: 'ignored', title: 'Ignoradas', filter: 'Ignoradas' },
    note: 'guardadas no arquivo, fora da carteira',
  },
  {
    ...{ status: 'WAITING', count: 'waiting', title: 'Sem carteira', filter: 'Sem carteira' },
    note: 'ficam fora enquanto a conta não tiver carteira',
  },
  { status: 'NEW', count: 'new', title: 'Novas', filter: 'Novas' },
  { status: 'KNOWN', count: 'known', title: 'Já importadas', filter: 'Já importadas' },
];

/** "nova", "novas" … below a bar and in the foot. */
export const WORDS: Readonly<Record<CountName, readonly [one: string, many: string]>> = {
  new: ['nova', 'novas'],
  known: ['já importada', 'já importadas'],
  conflict: ['conflito', 'conflitos'],
  ignored: ['ignorada', 'ignoradas'],
  waiting: ['sem carteira', 'sem carteira'],
};

export const COUNT_NAMES: readonly CountName[] = ['new', 'known', 'conflict', 'ignored', 'waiting'];

const NOTHING: Counts = { lines: 0, new: 0, known: 0, conflict: 0, ignored: 0, waiting: 0 };

/** The counts of all files. */
export const totalOf = (drafts: readonly Draft[]): Counts =>
  drafts.reduce(
    (sum, { counts }) => ({
      lines: sum.lines + counts.lines,
      new: sum.new + counts.new,
      known: sum.known + counts.known,
      conflict: sum.conflict + counts.conflict,
      ignored: sum.ignored + counts.ignored,
      waiting: sum.waiting + counts.waiting,
    }),
    NOTHING,
  );

/** Whether a file can be imported: one of its accounts has a wallet. */
export const isRouted = ({ accounts }: Draft): boolean => accounts.some(({ wallet }) => wallet !== null);

/** "3 arquivos · 4 contas · 240 linhas · nada foi gravado ainda" */
export const summaryOf = (drafts: readonly Draft[]): string =>
  [
    counted(drafts.length, 'arquivo'),
    counted(
      drafts.reduce((sum, { accounts }) => sum + accounts.length, 0),
      'conta',
    ),
    counted(totalOf(drafts).lines, 'linha'),
    'nada foi gravado ainda',
  ].join(' · ');

const KINDS: Readonly<Record<string, string>> = { SAVINGS: 'Poupança', CREDITCARD: 'Cartão' };

/** "Conta 33810-2, ag. 0441"; of a CSV without a number, the name that its bank was given. */
export const accountName = ({ kind, number, branch, bank }: Account): string => {
  if (number === '' && bank !== '' && !/^\d+$/.test(bank)) return bank;
  const name = `${KINDS[kind] ?? 'Conta'} ${number === '' ? 'sem número' : number}`;
  return branch === '' ? name : `${name}, ag. ${branch}`;
};

/** "0341" and "341" are the same bank. */
export const bankNumber = (bank: string): string => bank.replace(/^0+(?=\d{3}$)/, '');

/** "−2.178,47" */
export const signed = (amount: string | null): string =>
  amount === null ? '–' : formatMoney(amount).replace('-', '−');
