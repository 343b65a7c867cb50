import type { Money } from '../../cents.ts';
import type { IsoDate } from '../../dates.ts';
import { readBankAmount } from './amounts.ts';
import { readBankDate } from './days.ts';
import { type Tag, tagsOf } from './tags.ts';
import { UnreadableStatement } from './unreadable.ts';

/** A line of a statement, as the bank wrote it. */
export interface BankLine {
  /** From 1, in the file. */
  position: number;
  /** TRNTYPE: "DEBIT", "XFER"; '' without one. */
  type: string;
  /** Null where a balance line has none. */
  date: IsoDate | null;
  /** Money in is positive. Null where a balance line has none. */
  amount: Money | null;
  memo: string;
  /** FITID; '' where it is blank or all zeros, which identifies nothing. */
  fitId: string;
  /** CHECKNUM or REFNUM; '' without one. */
  document: string;
  /** It tells a balance: no movement. */
  balance: boolean;
  /** Everything between the tags of the line. */
  raw: string;
}

/** An account of a file, with its lines. */
export interface BankAccount {
  bank: string;
  branch: string;
  number: string;
  /** ACCTTYPE: "CHECKING"; CREDITCARD for a card. */
  kind: string;
  currency: string;
  start: IsoDate | null;
  end: IsoDate | null;
  /** LEDGERBAL. */
  ledger: { amount: Money; date: IsoDate } | null;
  lines: BankLine[];
}

export interface BankStatement {
  /** "OFX 1.02". */
  dialect: string;
  accounts: BankAccount[];
}

const LONGEST = { memo: 500, id: 255, document: 60, account: 40, type: 20, raw: 8_000 };

/** Lines and accounts of one file. */
const MOST = { lines: 100_000, accounts: 50 };
const TOO_LARGE = 'O extrato é grande demais. Peça ao banco um período menor.';

/** At most so many characters, and no half of one. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

const refuse = (sentence: string): never => {
  throw new UnreadableStatement(sentence);
};

/** What a line says by tag. */
type Fields = Map<string, string>;

interface OpenLine {
  fields: Fields;
  from: number;
}

/** Groups whose tags would be taken for those of the account or the line that they stand in. */
const GROUPS = new Set(['BANKACCTFROM', 'CCACCTFROM', 'BANKACCTTO', 'CCACCTTO', 'LEDGERBAL', 'AVAILBAL', 'PAYEE']);

/** What files say of the Brazilian real, or of nothing. */
const REAL = new Set(['', 'BRL', 'R$', '986']);

/** Nothing, or zeros alone. */
const isBlank = (text: string): boolean => /^[0\s]*$/.test(text);

/** "SALDO ANTERIOR", "SALDO EM 31/10", "S A L D O", and nothing else: a payment may be called "SALDO FINAL DA OBRA". */
const BALANCE =
  /^(?:s\s?a\s?l\s?d\s?o|sdo)\.?(?:\s+(?:anterior|ant\.?|do dia|dia|em|final|inicial|atual|dispon[ií]vel|disp\.?|total|parcial|bloqueado|em conta|conta corrente|c\/c|do per[ií]odo))*[\s\d/.,-]*$/i;

/** Whether a line tells a balance instead of a movement. One that has no id of its own needs less to be taken for one. */
export const isBalanceLine = ({ memo, fitId, amount }: Pick<BankLine, 'memo' | 'fitId' | 'amount'>): boolean =>
  BALANCE.test(memo) || (/^saldo\b/i.test(memo) && (fitId === '' || amount === null));

const memoOf = (fields: Fields): string => {
  const [name, memo] = [fields.get('NAME') ?? '', fields.get('MEMO') ?? ''];
  const text = memo === '' || name.includes(memo) ? name : memo.includes(name) ? memo : `${name} ${memo}`;
  return cut(text, LONGEST.memo);
};

class Reader {
  readonly accounts: BankAccount[] = [];
  ended = false;
  #account: BankAccount | undefined;
  #line: OpenLine | undefined;
  #group: string | null = null;
  #balance: { amount?: Money; date?: IsoDate } = {};
  #positions = 0;

  constructor(readonly text: string) {}

  take(tag: Tag): void {
    // As soon as it is known: the rest of the file may be one line.
    if (this.#line && tag.at - this.#line.from > LONGEST.raw) this.#refuseLine();
    if (tag.kind === 'CLOSE') this.#close(tag);
    else if (tag.name === 'STMTRS' || tag.name === 'CCSTMTRS') this.#begin(tag);
    else if (tag.name === 'STMTTRN') this.#beginLine(tag);
    else if (tag.name === 'LEDGERBAL' || tag.name === 'AVAILBAL') this.#beginBalance(tag);
    else if (GROUPS.has(tag.name)) this.#group = tag.name;
    else if (this.#group?.endsWith('FROM')) this.#describe(tag);
    else if (this.#group === 'LEDGERBAL') this.#weigh(tag);
    else if (this.#group === null) this.#note(tag);
  }

  #refuseLine(): never {
    return refuse(`O lançamento ${this.#positions + 1} do extrato é longo demais.`);
  }

  #begin({ name, at }: Tag): void {
    this.#endLine(at);
    this.#group = null;
    if (this.accounts.length === MOST.accounts) refuse(TOO_LARGE);
    const kind = name === 'CCSTMTRS' ? 'CREDITCARD' : '';
    this.#account = {
      ...{ bank: '', branch: '', number: '', kind, currency: '', start: null, end: null, ledger: null },
      lines: [],
    };
    this.accounts.push(this.#account);
  }

  #beginLine({ at }: Tag): void {
    this.#endLine(at);
    this.#group = null;
    if (this.#positions === MOST.lines) refuse(TOO_LARGE);
    this.#line = { fields: new Map(), from: at };
  }

  #beginBalance({ name, at }: Tag): void {
    this.#endLine(at);
    this.#group = name;
    this.#balance = {};
  }

  #close({ name, at }: Tag): void {
    if (name === 'OFX') this.ended = true;
    if (name === 'STMTTRN' || name === 'BANKTRANLIST') this.#endLine(at);
    if (name === this.#group) this.#group = null;
  }

  /** BANKID, BRANCHID, ACCTID, ACCTTYPE of the account whose statement it is. */
  #describe({ name, value }: Tag): void {
    const account = this.#account;
    if (!account) return;
    const text = cut(value, LONGEST.account);
    if (name === 'BANKID') account.bank = text;
    else if (name === 'BRANCHID') account.branch = text;
    else if (name === 'ACCTID') account.number = text;
    else if (name === 'ACCTTYPE') account.kind = cut(value.toUpperCase(), LONGEST.account);
  }

  /** A bank that tells no balance leaves its fields blank. */
  #weigh({ name, value }: Tag): void {
    if (value === '' || (name === 'DTASOF' && isBlank(value))) return;
    if (name === 'BALAMT') this.#balance.amount = readBankAmount(value) ?? refuse(`O saldo "${value}" não é um valor.`);
    if (name === 'DTASOF') this.#balance.date = readBankDate(value) ?? refuse(`A data "${value}" do saldo não existe.`);
    const { amount, date } = this.#balance;
    if (this.#account && amount !== undefined && date !== undefined) this.#account.ledger = { amount, date };
  }

  #note({ name, value }: Tag): void {
    if (this.#line) {
      // The first of a tag counts: what follows the line without a closing tag has other names.
      if (!this.#line.fields.has(name)) this.#line.fields.set(name, value);
      return;
    }
    const account = this.#account;
    if (!account) return;
    if (name === 'CURDEF') account.currency = cut(value.toUpperCase(), 3);
    if (name === 'DTSTART') account.start = readBankDate(value);
    if (name === 'DTEND') account.end = readBankDate(value);
  }

  #endLine(at: number): void {
    if (!this.#line) return;
    const { fields, from } = this.#line;
    this.#line = undefined;
    const raw = this.text.slice(from, at).trim();
    if (raw.length > LONGEST.raw || (fields.get('FITID') ?? '').length > LONGEST.id) this.#refuseLine();
    this.#positions += 1;
    const line = this.#read(fields, raw);
    if (!this.#account) refuse('O extrato tem lançamentos fora de uma conta.');
    this.#account?.lines.push(line);
  }

  #read(fields: Fields, raw: string): BankLine {
    const position = this.#positions;
    const [day = '', sum = '', id = ''] = [
      fields.get('DTPOSTED') ?? fields.get('DTUSER'),
      fields.get('TRNAMT'),
      fields.get('FITID'),
    ];
    const [date, amount] = [readBankDate(day), readBankAmount(sum)];
    const [memo, fitId] = [memoOf(fields), isBlank(id) ? '' : id];
    const balance = isBalanceLine({ memo, fitId, amount });
    const line: BankLine = {
      ...{ position, date, amount, memo, fitId, balance, raw },
      type: cut((fields.get('TRNTYPE') ?? '').toUpperCase(), LONGEST.type),
      document: cut(fields.get('CHECKNUM') ?? fields.get('REFNUM') ?? '', LONGEST.document),
    };
    if (balance) return line;
    if (date === null) refuse(`O lançamento ${position} do extrato tem uma data que não existe: "${day}".`);
    if (amount === null) refuse(`O lançamento ${position} do extrato tem um valor que não se entende: "${sum}".`);
    return line;
  }
}

/** "OFX 1.02" of the header of either form. */
const dialectOf = (head: string): string => {
  const version = /VERSION\s*[:=]\s*["']?(\d{3})/i.exec(head.replace(/^[^\n]*<\?xml[^>]*\?>/i, ''))?.[1];
  return version ? `OFX ${version[0]}.${version.slice(1)}` : 'OFX';
};

const START = /<OFX\s*>/i;
const startOf = (text: string): number | undefined => START.exec(text.slice(0, 20_000))?.index;

/** Whether a text claims to be OFX. */
export const isStatement = (text: string): boolean =>
  startOf(text) !== undefined || /^\s*(OFXHEADER|<\?OFX)/i.test(text);

/**
 * Reads a statement in OFX, as SGML (1.x) or XML (2.x). Nothing of it is dropped: balance lines stand among the others.
 * @throws UnreadableStatement with a sentence for what is no statement, is cut, or has a line that cannot be read
 */
export const readStatement = (text: string): BankStatement => {
  const start = startOf(text);
  if (start === undefined) return refuse('Este arquivo não é um extrato OFX.');
  // Before anything is read: each of them begins a line.
  if ((text.match(/<STMTTRN\s*>/gi)?.length ?? 0) > MOST.lines) refuse(TOO_LARGE);
  const reader = new Reader(text.slice(start));
  for (const tag of tagsOf(reader.text)) reader.take(tag);
  if (!reader.ended) refuse('O extrato está cortado: falta o fim do arquivo. Baixe-o de novo no banco.');
  const { accounts } = reader;
  if (accounts.length === 0) refuse('O arquivo é OFX, mas não traz o extrato de nenhuma conta.');
  if (accounts.some(({ number }) => number === '')) refuse('O extrato não diz de que conta é.');
  for (const { number, currency } of accounts)
    if (!REAL.has(currency)) refuse(`A conta ${number} está em ${currency}: só extratos em reais são lidos.`);
  return { dialect: dialectOf(text.slice(0, start)), accounts };
};
