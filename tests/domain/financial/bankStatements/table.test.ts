/** Files of our own text in the styles of banks; every expected figure is worked out by hand. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readTableAmount, decimalSignOf } from '#domain/financial/bankStatements/table/amounts.ts';
import { statementOf, UnreadableColumn } from '#domain/financial/bankStatements/table/convert.ts';
import { guessLayout } from '#domain/financial/bankStatements/table/guess.ts';
import { problemsOfLayout, type TableLayout } from '#domain/financial/bankStatements/table/layout.ts';
import { readTable } from '#domain/financial/bankStatements/table/read.ts';

const tableOf = (text: string) => {
  const table = readTable(text);
  if (!table) throw new Error('no table');
  return table;
};

/** "account 2026-11-03 -250.00 MEMO [document] #id =" of each line; "=" marks what moves nothing. */
const told = (text: string, layout: Partial<TableLayout> = {}): string[] => {
  const table = tableOf(text);
  const { accounts } = statementOf(table, { ...guessLayout(table), bank: 'Banco', ...layout });
  return accounts.flatMap(({ branch, number, ledger, lines }) => [
    `${branch}/${number} ${ledger ? `${ledger.date} ${ledger.amount}` : '–'}`,
    ...lines.map(({ date, amount, memo, document, fitId, balance }) =>
      [
        date ?? '–',
        amount ?? '–',
        memo,
        document === '' ? '' : `[${document}]`,
        fitId === '' ? '' : `#${fitId}`,
        balance ? '=' : '',
      ]
        .filter((part) => part !== '')
        .join(' '),
    ),
  ]);
};

const STYLES: readonly (readonly [bank: string, text: string, lines: readonly string[]])[] = [
  [
    'points for cents, an id of each line, quoted commas',
    'Data,Valor,Identificador,Descrição\n01/11/2026,-120.50,64f-1,Compra no débito - PADARIA\n02/11/2026,1500.00,64f-2,"Transferência recebida - ANA, MARIA"\n',
    [
      '/ –',
      '2026-11-01 -120.50 Compra no débito - PADARIA #64f-1',
      '2026-11-02 1500.00 Transferência recebida - ANA, MARIA #64f-2',
    ],
  ],
  [
    'newest first, two parts of a memo, the account above, a balance after each line',
    'Extrato Conta Corrente \nConta ;33810-2\nPeríodo ;01/11/2026 a 30/11/2026\nSaldo ;500,00\n\nData Lançamento;Histórico;Descrição;Valor;Saldo\n03/11/2026;Pix enviado;FORN LTDA;-1.000,00;500,00\n02/11/2026;Pix recebido;CLIENTE;1.500,00;1.500,00\n',
    [
      '/33810-2 2026-11-03 500.00',
      '2026-11-03 -1000.00 Pix enviado FORN LTDA',
      '2026-11-02 1500.00 Pix recebido CLIENTE',
    ],
  ],
  [
    'credit and debit apart, memos of two rows, balances, totals and a foot',
    'Extrato de: Ag: 441 | Conta: 33810-2 | Entre 01/11/2026 e 30/11/2026\r\nData;Histórico;Docto.;Crédito (R$);Débito (R$);Saldo (R$);\r\n31/10/2026;SALDO ANTERIOR;;;;1.000,00;\r\n03/11/2026;PAGTO ELETRON;123;;250,00;750,00;\r\n;FORNECEDOR X;;;;;\r\n04/11/2026;TED RECEBIDA;124;1.000,00;;1.750,00;\r\n;;Total;1.000,00;250,00;1.750,00;\r\nOs dados acima têm como base 05/11/2026;;;;;;\r\n',
    [
      '441/33810-2 2026-11-04 1750.00',
      '2026-10-31 – SALDO ANTERIOR =',
      '2026-11-03 -250.00 PAGTO ELETRON FORNECEDOR X [123]',
      '2026-11-04 1000.00 TED RECEBIDA [124]',
      '– – Total · 1.000,00 · 250,00 · 1.750,00 [Total] =',
      '– – Os dados acima têm como base 05/11/2026 =',
    ],
  ],
  [
    'unsigned amounts with a letter, days without signs, the account on each line',
    '"Conta";"Data_Mov";"Nr_Doc";"Historico";"Valor";"Deb_Cred"\n"0441001000338102";"20261103";"000123";"PAG BOLETO";"250.00";"D"\n"0441001000338102";"20261104";"000000";"CRED TED";"1000.00";"C"\n"0441001000400001";"20261104";"000000";"CRED PIX";"10.00";"C"\n',
    [
      '/0441001000338102 –',
      '2026-11-03 -250.00 PAG BOLETO [000123]',
      '2026-11-04 1000.00 CRED TED',
      '/0441001000400001 –',
      '2026-11-04 10.00 CRED PIX',
    ],
  ],
  [
    'balances among the lines, commas between quoted cells',
    '"Data","Dependencia Origem","Histórico","Data do Balancete","Número do documento","Valor",\n"03/11/2026","","Saldo Anterior","","0","1000.00",\n"03/11/2026","0441-8","Pix - Enviado","","110301","-250.00",\n"30/11/2026","","S A L D O","","0","750.00",\n',
    [
      '/ –',
      '2026-11-03 1000.00 Saldo Anterior =',
      '2026-11-03 -250.00 Pix - Enviado [110301]',
      '2026-11-30 750.00 S A L D O =',
    ],
  ],
  [
    'no headers, and a payment whose memo begins like a balance',
    '02/11/2026;PIX TRANSF FORN;-250,00\n03/11/26;SALDO FINAL DA OBRA;1.000,00\n',
    ['/ –', '2026-11-02 -250.00 PIX TRANSF FORN', '2026-11-03 1000.00 SALDO FINAL DA OBRA'],
  ],
  [
    'the letter behind the amount, tabs, a day once for its lines',
    'DATA\tDOCUMENTO\tHISTÓRICO\tVALOR\n03/11/2026\t77\tTARIFA\t1,95D\n\t78\tDEB.CONV.LUZ\t178,47D\n04/11/2026\t79\tCRÉD.TED\t2.000,00C\n',
    ['/ –', '2026-11-03 -1.95 TARIFA [77]', '2026-11-03 -178.47 DEB.CONV.LUZ [78]', '2026-11-04 2000.00 CRÉD.TED [79]'],
  ],
];

describe('A statement in CSV', () => {
  test.each(STYLES)('is read with %s', (_, text, lines) => {
    expect(told(text)).toEqual(lines);
    // Windows line ends, and a mark of UTF-8.
    expect(told(`\ufeff${text.replace(/\r?\n/g, '\r\n')}`)).toEqual(lines);
  });

  test('of a card has its signs turned', () => {
    const bill = 'date,title,amount\n2026-11-03,Cimento SA,120.50\n2026-11-04,Pagamento recebido,-80.00\n';
    expect(told(bill, { inverted: true })).toEqual([
      '/ –',
      '2026-11-03 -120.50 Cimento SA',
      '2026-11-04 80.00 Pagamento recebido',
    ]);
  });

  test('tells no balance of the bank where its balances do not follow from each other', () => {
    const text =
      'Data;Histórico;Valor;Saldo\n02/11/2026;A;100,00;100,00\n03/11/2026;B;-30,00;70,00\n04/11/2026;C;-1,00;70,00\n';
    expect(told(text)[0]).toBe('/ –');
    expect(told(text.replace('-1,00;70,00', '-1,00;69,00'))[0]).toBe('/ 2026-11-04 69.00');
  });

  test.each([
    [
      'a day that does not exist',
      'Data;Histórico;Valor\n02/11/2026;A;1,00\n31/02/2026;B;2,00',
      {},
      'date',
      'Linha 2: “31/02/2026” não é uma data.',
    ],
    [
      'no day on the first line',
      'Data;Histórico;Valor\n02/11/2026;SALDO ANTERIOR;1,00\n;B;2,00',
      {},
      'date',
      'Linha 2: falta a data.',
    ],
    [
      'text for an amount',
      'Data;Histórico;Valor\n02/11/2026;A;1,00\n03/11/2026;B;dois',
      {},
      'amount',
      'Linha 2: “dois” não é um valor, ou pode ser dois.',
    ],
    [
      'an amount that may be two',
      'Data;Histórico;Valor\n02/11/2026;A;1\n03/11/2026;B;1.234',
      {},
      'amount',
      'Linha 2: “1.234” não é um valor, ou pode ser dois.',
    ],
    [
      'both ways at once',
      'Data;Histórico;Entrada;Saída\n02/11/2026;A;1,00;2,00',
      {},
      'moneyOut',
      'Linha 1: há valor de entrada e de saída.',
    ],
    [
      'a letter that says nothing',
      'Data;Histórico;Valor;D/C\n02/11/2026;A;1,00;X',
      {},
      'direction',
      'Linha 1: “X” não diz se é crédito ou débito.',
    ],
    [
      'columns without lines',
      'Data;Histórico;Valor;Outro\n02/11/2026;A;1,00;',
      { amount: 4 },
      'date',
      'Nenhuma linha tem data e valor nas colunas escolhidas.',
    ],
  ] as const)('is refused at its column for %s', (_, text, layout, field, message) => {
    expect(() => told(text, layout)).toThrow(new UnreadableColumn(field, message));
    try {
      told(text, layout);
    } catch (error) {
      expect((error as UnreadableColumn).field).toBe(field);
    }
  });

  test.each(['', 'texto', '\u0000'.repeat(100), 'a;b;c\nd;e;f', '02/11/2026', '{"data":"02/11/2026"}'])(
    'is no table without a day and two more cells: %j',
    (text) => expect(readTable(text)).toBeNull(),
  );

  test('is told apart from those of other banks by its headers', () => {
    const [one, same, other] = ['DATA;HISTORICO;VALOR', 'Data;Histórico;Valor', 'Data;Histórico;Montante'].map(
      (headers) => tableOf(`${headers}\n02/11/2026;A;1,00`).key,
    );
    expect(one).toBe(same);
    expect(one).not.toBe(other);
  });
});

describe('A layout', () => {
  const layout: TableLayout = {
    ...{ bank: 'B', date: 1, memo: [2], amount: 3, moneyIn: null, moneyOut: null, direction: null, document: null },
    ...{ identifier: null, balance: null, account: null, inverted: false },
  };
  test.each([
    [{}, []],
    [{ amount: null }, ['amount: Escolha a coluna do valor, ou as de entradas e saídas.']],
    [{ moneyIn: 4 }, ['amount: Escolha a coluna do valor ou as de entradas e saídas, não as duas.']],
    [
      { amount: null, moneyOut: 3, direction: 4 },
      ['direction: A coluna de crédito ou débito precisa da coluna do valor.'],
    ],
    [{ memo: [1] }, ['memo: Esta coluna já tem outro papel.']],
    [{ balance: 5 }, ['balance: O arquivo não tem a coluna 5.']],
  ] as const)('%j has the problems %j', (change, problems) => {
    const found = problemsOfLayout(
      { ...layout, ...change, memo: [...('memo' in change ? change.memo : layout.memo)] },
      4,
    );
    expect(found.map(({ field, message }) => `${field}: ${message}`)).toEqual(problems);
  });
});

describe('An amount of a column', () => {
  test.each([
    ['1.234,56', ',', '1234.56'],
    ['R$ -1.234,56', ',', '-1234.56'],
    ['-R$ 1.234,5', ',', '-1234.50'],
    ['(1.234,56)', ',', '-1234.56'],
    ['1.234,56 D', ',', '-1234.56'],
    ['1.234,56-', ',', '-1234.56'],
    ['1.234', ',', '1234.00'],
    ['1,234', '.', '1234.00'],
    ['1,234.56', '.', '1234.56'],
    ['0,00', ',', '0.00'],
    ['1.234', null, null],
    ['12.34', ',', '12.34'],
    ['1,234,5', ',', null],
    ['1.23,45', ',', null],
    ['abc', ',', null],
  ] as const)('%s with the sign %s is %s', (text, sign, amount) => expect(readTableAmount(text, sign)).toBe(amount));

  test('is read back as it was written, in either language', () => {
    const cents = fc.bigInt({ min: -99_999_999_999n, max: 99_999_999_999n });
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 20 }), fc.boolean(), (sums, brazilian) => {
        const written = sums.map((sum) => {
          const digits = (sum < 0n ? -sum : sum).toString().padStart(3, '0');
          const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, brazilian ? '.' : ',');
          return `${sum < 0n ? '-' : ''}${whole}${brazilian ? ',' : '.'}${digits.slice(-2)}`;
        });
        const sign = decimalSignOf(written);
        expect(sign).toBe(brazilian ? ',' : '.');
        const read = written.map((text) => readTableAmount(text, sign)?.replace('.', ''));
        expect(read.map((text) => BigInt(text ?? 'x'))).toEqual(sums);
      }),
    );
  });
});
