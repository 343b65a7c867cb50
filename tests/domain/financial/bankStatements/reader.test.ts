/** Every expected figure is worked out by hand; the files are written as banks write them. */
import { describe, expect, test } from '@jest/globals';
import { readBankAmount } from '#domain/financial/bankStatements/amounts.ts';
import { readBankDate } from '#domain/financial/bankStatements/days.ts';
import { decodeBankFile } from '#domain/financial/bankStatements/decode.ts';
import { identitiesOf } from '#domain/financial/bankStatements/identity.ts';
import { readStatement } from '#domain/financial/bankStatements/reader.ts';
import { UnreadableStatement } from '#domain/financial/bankStatements/unreadable.ts';
import { slowness } from '#tests/support/pace.ts';

describe('An amount of a bank', () => {
  test.each([
    ['-1234.56', '-1234.56'],
    ['-1234,56', '-1234.56'],
    ['  -1.234,56 ', '-1234.56'],
    ['1,234,567.8', '1234567.80'],
    ['1.234.567', '1234567.00'],
    ['+0000000012,5', '12.50'],
    ['- 1 234,00', '-1234.00'],
    ['100.0000', '100.00'],
    ['1234,', '1234.00'],
    ['.50', '0.50'],
    ['000', '0.00'],
    ['0.000', '0.00'],
    ['-0,00', '0.00'],
    ['12,00-', '-12.00'],
    ['−7,10', '-7.10'],
    ['R$ 1.234,56', '1234.56'],
    ['-R$ 5,00', '-5.00'],
    ['9999999999999.99', '9999999999999.99'],
    // One of two amounts, a fraction of a cent, no amount at all.
    ['1.234', null],
    ['1,234', null],
    ['10.005', null],
    ['100.0010', null],
    ['1.23,456.7', null],
    ['12.34.567', null],
    ['--5', null],
    ['-5-', null],
    ['', null],
    ['.', null],
    ['12a', null],
    ['1e3', null],
    ['10000000000000,00', null],
  ])('written %j is %j', (text, amount) => {
    expect(readBankAmount(text)).toBe(amount);
  });
});

describe('A date of a bank', () => {
  test.each([
    ['20261120', '2026-11-20'],
    ['20261120000000', '2026-11-20'],
    ['20261120120000[-3:BRT]', '2026-11-20'],
    ['20261120235959[-03:EST]', '2026-11-20'],
    // Midnight and noon stand for no time, whatever the zone.
    ['20261120000000[0:GMT]', '2026-11-20'],
    ['20261120120000[0:GMT]', '2026-11-20'],
    // 02:10 in London is 23:10 of the day before in São Paulo.
    ['20261121021000[0:GMT]', '2026-11-20'],
    ['20261120233000.000[-5:EST]', '2026-11-21'],
    ['202611201030', '2026-11-20'],
    ['2026-11-20', '2026-11-20'],
    ['2026-11-20T10:00:00', '2026-11-20'],
    ['20/11/2026', '2026-11-20'],
    ['20261131', null],
    ['00000000', null],
    ['00011120', null],
    ['99991231233000[-5:EST]', null],
    ['20260229', null],
    ['', null],
    ['ontem', null],
    ['2026112', null],
  ])('written %j is %j', (text, date) => {
    expect(readBankDate(text)).toBe(date);
  });
});

const SGML = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX>
<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20261120120000[-3:BRT]<LANGUAGE>POR</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1>
<STMTTRNRS>
<TRNUID>1001
<STMTRS>
<CURDEF>BRL
<BANKACCTFROM>
<BANKID>0341
<BRANCHID>0441
<ACCTID>33810-2
<ACCTTYPE>CHECKING
</BANKACCTFROM>
<BANKTRANLIST>
<DTSTART>20261101100000[-03:EST]
<DTEND>20261120100000[-03:EST]
<STMTTRN>
<TRNTYPE>DEBIT
<DTPOSTED>20261120100000[-03:EST]
<TRNAMT>-11040,00
<FITID>20261120001
<CHECKNUM>20261120001
<MEMO>PIX ENVIADO CONSTRUÇÃO & REFORMA
</STMTTRN>
<STMTTRN>
<TRNTYPE>CREDIT
<DTPOSTED>20261118100000[-03:EST]
<TRNAMT>   96749,93
<FITID>20261118002
<NAME>TED RECEBIDA</NAME>
<MEMO>CLINICA SAO LUCAS
<STMTTRN>
<TRNTYPE>OTHER
<DTPOSTED>20261120100000[-03:EST]
<TRNAMT>41083,72
<FITID>00000000
<MEMO>SALDO DO DIA
</STMTTRN>
<STMTTRN>
<TRNTYPE>OTHER
<DTPOSTED>
<TRNAMT>
<FITID>
<MEMO>S A L D O
</STMTTRN>
</BANKTRANLIST>
<LEDGERBAL>
<BALAMT>41083,72
<DTASOF>20261120
</LEDGERBAL>
<AVAILBAL>
<BALAMT>50000
<DTASOF>20261121
</AVAILBAL>
</STMTRS>
</STMTTRNRS>
</BANKMSGSRSV1>
</OFX>
`;

describe('A statement in SGML', () => {
  test('is read with unclosed tags, commas, padding and a lone "&", in windows-1252 though it says US-ASCII', () => {
    const { text, encoding } = decodeBankFile(Buffer.from(SGML, 'latin1'));
    expect(encoding).toBe('windows-1252');
    const { dialect, accounts } = readStatement(text);
    expect(dialect).toBe('OFX 1.02');
    const [account, ...others] = accounts;
    expect(others).toEqual([]);
    expect({ ...account, lines: undefined }).toEqual({
      ...{ bank: '0341', branch: '0441', number: '33810-2', kind: 'CHECKING', currency: 'BRL' },
      ...{ start: '2026-11-01', end: '2026-11-20', ledger: { amount: '41083.72', date: '2026-11-20' } },
      lines: undefined,
    });
    expect(account?.lines.map(({ raw: _raw, ...line }) => line)).toEqual([
      {
        ...{ position: 1, type: 'DEBIT', date: '2026-11-20', amount: '-11040.00', fitId: '20261120001' },
        ...{ memo: 'PIX ENVIADO CONSTRUÇÃO & REFORMA', document: '20261120001', balance: false },
      },
      {
        ...{ position: 2, type: 'CREDIT', date: '2026-11-18', amount: '96749.93', fitId: '20261118002' },
        ...{ memo: 'TED RECEBIDA CLINICA SAO LUCAS', document: '', balance: false },
      },
      {
        ...{ position: 3, type: 'OTHER', date: '2026-11-20', amount: '41083.72', fitId: '', memo: 'SALDO DO DIA' },
        ...{ document: '', balance: true },
      },
      {
        ...{ position: 4, type: 'OTHER', date: null, amount: null, fitId: '', memo: 'S A L D O', document: '' },
        balance: true,
      },
    ]);
    expect(account?.lines[0]?.raw).toContain('<TRNAMT>-11040,00\n<FITID>20261120001');
    expect(account?.lines[1]?.raw).toMatch(/^<STMTTRN>\n<TRNTYPE>CREDIT[^]*CLINICA SAO LUCAS$/);
  });

  test('written in one line, in UTF-8 or in UTF-16, is the same', () => {
    const expected = readStatement(SGML).accounts.map(({ lines, ...rest }) => ({ ...rest, lines: lines.length }));
    const joined = SGML.replace(/<OFX>[^]*/, (body) => body.replaceAll('\n', ''));
    for (const bytes of [Buffer.from(joined, 'utf8'), Buffer.from(`\ufeff${SGML}`, 'utf16le')]) {
      const { accounts } = readStatement(decodeBankFile(bytes).text);
      expect(accounts.map(({ lines, ...rest }) => ({ ...rest, lines: lines.length }))).toEqual(expected);
      expect(accounts[0]?.lines[0]?.memo).toBe('PIX ENVIADO CONSTRUÇÃO & REFORMA');
    }
  });
});

const line = (fields: Record<string, string>): string =>
  `<STMTTRN>${Object.entries({
    TRNTYPE: 'DEBIT',
    DTPOSTED: '20261105',
    TRNAMT: '-1.95',
    FITID: '7',
    MEMO: 'TAR PIX',
    ...fields,
  })
    .map(([tag, value]) => `<${tag}>${value}</${tag}>`)
    .join('')}</STMTTRN>`;
const account = (number: string, lines: string, type = 'CHECKING'): string =>
  `<STMTTRNRS><STMTRS><CURDEF>BRL</CURDEF><BANKACCTFROM><BANKID>104</BANKID><BRANCHID>0296</BRANCHID><ACCTID>${number}</ACCTID>` +
  `<ACCTTYPE>${type}</ACCTTYPE></BANKACCTFROM><BANKTRANLIST>${lines}</BANKTRANLIST></STMTRS></STMTTRNRS>`;
const xml = (...accounts: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n` +
  `<OFX><BANKMSGSRSV1>${accounts.join('')}</BANKMSGSRSV1></OFX>`;
const linesOf = (...lines: string[]) => readStatement(xml(account('1847-2', lines.join('')))).accounts[0]?.lines ?? [];

describe('A statement in XML', () => {
  test('may hold several accounts, numbered through, and a card', () => {
    const card =
      '<CCSTMTTRNRS><CCSTMTRS><CURDEF>BRL</CURDEF><CCACCTFROM><ACCTID>5502 **** 1234</ACCTID></CCACCTFROM>' +
      `<BANKTRANLIST>${line({ FITID: 'c1' })}</BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS>`;
    const read = readStatement(
      xml(
        account('1847-2', line({ FITID: '1' }) + line({ FITID: '2' })),
        account('32118-0', line({}), 'SAVINGS'),
        card,
      ),
    );
    expect(read.dialect).toBe('OFX 2.11');
    expect(
      read.accounts.map(({ number, kind, lines }) => [number, kind, lines.map(({ position }) => position)]),
    ).toEqual([
      ['1847-2', 'CHECKING', [1, 2]],
      ['32118-0', 'SAVINGS', [3]],
      ['5502 **** 1234', 'CREDITCARD', [4]],
    ]);
  });

  test('keeps the account of the statement apart from that of a transfer', () => {
    const other = '<BANKACCTTO><BANKID>237</BANKID><ACCTID>20417-7</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTTO>';
    const [found] = readStatement(
      xml(account('1847-2', line({ TRNTYPE: 'XFER' }).replace('<MEMO>', `${other}<MEMO>`))),
    ).accounts;
    expect(found).toMatchObject({ bank: '104', number: '1847-2', lines: [{ type: 'XFER', memo: 'TAR PIX' }] });
  });

  test('may tell no balance, and its currency by number', () => {
    const text = xml(account('1847-2', line({}))).replace('BRL', '986');
    const withBalance = (amount: string, date: string) =>
      text.replace('</STMTRS>', `<LEDGERBAL><BALAMT>${amount}</BALAMT><DTASOF>${date}</DTASOF></LEDGERBAL></STMTRS>`);
    const ledgerOf = (file: string) => readStatement(file).accounts[0]?.ledger;
    expect(ledgerOf(text)).toBeNull();
    expect(ledgerOf(withBalance('', ''))).toBeNull();
    expect(ledgerOf(withBalance('10,00', '00000000'))).toBeNull();
    expect(ledgerOf(withBalance('0', '20261120'))).toEqual({ amount: '0.00', date: '2026-11-20' });
    expect(() => ledgerOf(withBalance('muito', '20261120'))).toThrow('O saldo "muito" não é um valor.');
  });

  test('decodes the entities of XML, and none that the file declares', () => {
    const memos = linesOf(
      line({ MEMO: 'A &amp; B &lt;C&gt; &#201;&#x2D; &quot;D&quot;' }),
      line({ MEMO: 'M&M LTDA &foo; &amp;lt;' }),
      line({ MEMO: '<![CDATA[E & F]]>' }),
    ).map(({ memo }) => memo);
    expect(memos).toEqual(['A & B <C> É- "D"', 'M&M LTDA &foo; &lt;', 'E & F']);
  });

  test('cuts a memo that no list would show between two characters, and reads what is padded with zero bytes', () => {
    const [found] = linesOf(line({ MEMO: `${'x'.repeat(499)}🧱` }));
    expect(found?.memo).toBe('x'.repeat(499));
    const padded = Buffer.from(xml(account('1\u0000', line({ MEMO: 'TED\u0000\u0000' }))), 'utf8');
    expect(readStatement(decodeBankFile(padded).text).accounts).toMatchObject([
      { number: '1', lines: [{ memo: 'TED' }] },
    ]);
  });

  test('takes a line for a balance by its whole name, and a payment that is only called so for one', () => {
    const balances: [Record<string, string>, boolean][] = [
      [{ MEMO: 'SALDO ANTERIOR', FITID: 'N10001' }, true],
      [{ MEMO: 'Saldo em 31/10/2026', FITID: '31' }, true],
      [{ MEMO: 'SALDO DISPONÍVEL' }, true],
      [{ MEMO: 'SDO CONTA CORRENTE', FITID: '' }, true],
      [{ MEMO: 'SALDO APLIC AUT MAIS', FITID: '000000' }, true],
      [{ MEMO: 'SALDO DE SALARIO MARIA', FITID: '20261105009' }, false],
      [{ MEMO: 'SALDO FINAL DA OBRA', FITID: '20261105010' }, false],
      [{ MEMO: 'PAGTO SALDO DEVEDOR', FITID: '' }, false],
    ];
    expect(linesOf(...balances.map(([fields]) => line(fields))).map(({ balance }) => balance)).toEqual(
      balances.map(([, expected]) => expected),
    );
  });

  test('reads 20,000 lines well within a second', () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => line({ FITID: String(index + 1) })).join('\n');
    const started = performance.now();
    expect(linesOf(lines)).toHaveLength(20_000);
    expect((performance.now() - started) / slowness()).toBeLessThan(1_000);
  });
});

describe('A file that is no whole statement', () => {
  const good = xml(account('1847-2', line({})));
  test.each([
    ['', 'Este arquivo não é um extrato OFX.'],
    ['<html><body>Sessão expirada</body></html>', 'Este arquivo não é um extrato OFX.'],
    ['<?xml version="1.0"?><nfeProc/>', 'Este arquivo não é um extrato OFX.'],
    [good.slice(0, -20), 'O extrato está cortado: falta o fim do arquivo. Baixe-o de novo no banco.'],
    [
      good.slice(0, good.indexOf('<FITID>')),
      'O extrato está cortado: falta o fim do arquivo. Baixe-o de novo no banco.',
    ],
    ['<OFX></OFX>', 'O arquivo é OFX, mas não traz o extrato de nenhuma conta.'],
    [xml(account('', line({}))), 'O extrato não diz de que conta é.'],
    [xml(account('1', line({ TRNAMT: 'abc' }))), 'O lançamento 1 do extrato tem um valor que não se entende: "abc".'],
    [
      xml(account('1', line({ TRNAMT: '1.234' }))),
      'O lançamento 1 do extrato tem um valor que não se entende: "1.234".',
    ],
    [
      xml(account('1', line({}) + line({ DTPOSTED: '20261131' }))),
      'O lançamento 2 do extrato tem uma data que não existe: "20261131".',
    ],
    [`<OFX>${line({})}</OFX>`, 'O extrato tem lançamentos fora de uma conta.'],
    [good.replace('BRL', 'USD'), 'A conta 1847-2 está em USD: só extratos em reais são lidos.'],
    [xml(account('1', line({ MEMO: 'x'.repeat(9_000) }))), 'O lançamento 1 do extrato é longo demais.'],
  ])('says why', (text, sentence) => {
    expect(() => readStatement(text)).toThrow(new UnreadableStatement(sentence));
  });
});

test('Identical lines are told apart by their number, and are the same in another file', () => {
  const lines = linesOf(
    line({ FITID: '' }),
    line({ FITID: '' }),
    line({ FITID: '8' }),
    line({ FITID: '8', TRNAMT: '-2' }),
  );
  const identities = identitiesOf(lines);
  expect(identities.map(({ ordinal, of }) => [ordinal, of])).toEqual([
    [1, 2],
    [2, 2],
    [1, 1],
    [1, 1],
  ]);
  expect(new Set(identities.map(({ identity }) => identity)).size).toBe(4);
  expect(
    identitiesOf(lines.toReversed())
      .map(({ identity }) => identity)
      .sort(),
  ).toEqual(identities.map(({ identity }) => identity).sort());
});
