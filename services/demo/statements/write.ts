import type { Money } from '#domain/money.ts';
import type { BankStyle } from './styles.ts';

/** A line as a bank writes it. Money in is positive. */
export interface WrittenLine {
  fitId: string;
  date: string;
  amount: Money;
  memo: string;
  document: string;
}

export interface WrittenStatement {
  style: BankStyle;
  lines: readonly WrittenLine[];
  ledger: { date: string; amount: Money };
}

const compact = (date: string): string => date.replaceAll('-', '');
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** SGML: elements that close with the line, amounts with a comma, no time. */
const sgml = ({ style, lines, ledger }: WrittenStatement): string =>
  [
    'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\nCOMPRESSION:NONE\n',
    `<OFX>\n<BANKMSGSRSV1>\n<STMTTRNRS>\n<STMTRS>\n<CURDEF>BRL\n<BANKACCTFROM>\n<BANKID>${style.bank}`,
    `<BRANCHID>${style.branch}\n<ACCTID>${style.number}\n<ACCTTYPE>CHECKING\n</BANKACCTFROM>\n<BANKTRANLIST>`,
    ...lines.map(
      ({ fitId, date, amount, memo, document }) =>
        `<STMTTRN>\n<TRNTYPE>${amount.startsWith('-') ? 'DEBIT' : 'CREDIT'}\n<DTPOSTED>${compact(date)}\n<TRNAMT>${amount.replace('.', ',')}\n<FITID>${fitId}\n<CHECKNUM>${document}\n<MEMO>${memo}\n</STMTTRN>`,
    ),
    `</BANKTRANLIST>\n<LEDGERBAL>\n<BALAMT>${ledger.amount.replace('.', ',')}\n<DTASOF>${compact(ledger.date)}\n</LEDGERBAL>`,
    '</STMTRS>\n</STMTTRNRS>\n</BANKMSGSRSV1>\n</OFX>\n',
  ].join('\n');

/** SGML with closed elements on one line, days with a zone. */
const closed = ({ style, lines, ledger }: WrittenStatement): string => {
  const at = (date: string) => `${compact(date)}120000[-3:BRT]`;
  return [
    'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:UTF-8\nCHARSET:NONE\n',
    `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL</CURDEF><BANKACCTFROM><BANKID>${style.bank}</BANKID>`,
    `<BRANCHID>${style.branch}</BRANCHID><ACCTID>${style.number}</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM><BANKTRANLIST>`,
    ...lines.map(
      ({ fitId, date, amount, memo, document }) =>
        `<STMTTRN><TRNTYPE>OTHER</TRNTYPE><DTPOSTED>${at(date)}</DTPOSTED><TRNAMT>${amount}</TRNAMT><FITID>${fitId}</FITID><CHECKNUM>${document}</CHECKNUM><MEMO>${memo}</MEMO></STMTTRN>`,
    ),
    `</BANKTRANLIST><LEDGERBAL><BALAMT>${ledger.amount}</BALAMT><DTASOF>${at(ledger.date)}</DTASOF></LEDGERBAL>`,
    '</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n',
  ].join('\n');
};

const xml = (statement: WrittenStatement): string => {
  const escapedLines = statement.lines.map((line) => ({ ...line, memo: escaped(line.memo) }));
  const body = closed({ ...statement, lines: escapedLines });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE"?>\n${body.slice(body.indexOf('<OFX>'))}`;
};

/** The file, in the dialect and encoding of its bank. */
export const fileOf = (statement: WrittenStatement): Buffer => {
  const { dialect } = statement.style;
  if (dialect === 'SGML') return Buffer.from(sgml(statement), 'latin1');
  return Buffer.from(dialect === 'XML' ? xml(statement) : closed(statement), 'utf8');
};
