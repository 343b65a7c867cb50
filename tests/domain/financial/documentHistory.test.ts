import { describe, expect, test } from '@jest/globals';
import { changeLines, changeTitle, type ChangedPart, type DocumentChange } from '#domain/financial/changes/words.ts';
import {
  commentText,
  mentionedIn,
  searchedAt,
  storedText,
  typedText,
  withPicked,
} from '#domain/financial/comments/mentions.ts';

type Triple = readonly [field: string, before: string | null, after: string | null];
const part = (values: Partial<ChangedPart>, ...fields: Triple[]): ChangedPart => ({
  ...{ part: 'DOCUMENT', change: 'CHANGED', number: null, building: null, stage: null, tax: null },
  ...values,
  fields: fields.map(([field, before, after]) => ({ field, before, after })),
});
const linesOf = (change: Partial<DocumentChange>, type: 'DEBIT' | 'CREDIT' = 'DEBIT') =>
  changeLines({ action: 'CHANGED', parts: [], moreParts: 0, hidden: false, ...change }, type).map((line) =>
    line.replace(/\u00a0/g, ' '),
  );
const parcel = { part: 'INSTALLMENT', number: 2 } as const;
const share = { part: 'SHARE', building: 'Torre A', stage: 'Fundações' } as const;

const CASES: [what: string, part: ChangedPart, lines: string[]][] = [
  ['an amount', part({}, ['grossValue', '100.00', '120.00']), ['Valor bruto de R$ 100,00 para R$ 120,00']],
  [
    'a day',
    part(parcel, ['dueDate', '2026-12-10', '2026-12-15']),
    ['Parcela 2: vencimento de 10/12/2026 para 15/12/2026'],
  ],
  ['what was empty', part({}, ['category', null, 'Elétrica']), ['Categoria de vazio para Elétrica']],
  ['a method', part({}, ['preferredPaymentMethod', 'BOLETO', null]), ['Forma prevista de Boleto para vazio']],
  [
    'a number that looks like an amount',
    part({}, ['documentNumber', '10.00', '2026-01-02']),
    ['Número de 10.00 para 2026-01-02'],
  ],
  ['the supplier', part({}, ['partner', 'Rocha', 'Lima']), ['Fornecedor de Rocha para Lima']],
  [
    'two fields of an installment',
    part(parcel, ['grossValue', '50.00', '60.00'], ['dueDate', '2026-12-10', '2026-12-11']),
    ['Parcela 2: valor bruto de R$ 50,00 para R$ 60,00; vencimento de 10/12/2026 para 11/12/2026'],
  ],
  [
    'an installment that came',
    part({ ...parcel, change: 'ADDED' }, ['grossValue', null, '50.00'], ['dueDate', null, '2026-12-10']),
    ['Parcela 2 incluída: valor bruto R$ 50,00, vencimento 10/12/2026'],
  ],
  [
    'an installment that went',
    part({ ...parcel, change: 'REMOVED' }, ['grossValue', '50.00', null]),
    ['Parcela 2 excluída: valor bruto R$ 50,00'],
  ],
  [
    'a payment that a save made',
    part(parcel, ['paymentDate', null, '2026-11-20'], ['wallet', null, 'Itaú'], ['paymentMethod', null, 'PIX']),
    ['Parcela 2: pagamento em 20/11/2026 pela carteira Itaú (Pix)'],
  ],
  [
    'a share',
    part(share, ['grossValue', '30.00', '40.00']),
    ['Rateio em Torre A · Fundações: valor de R$ 30,00 para R$ 40,00'],
  ],
  [
    'what a share is charged',
    part(share, ['isCustomerCharged', null, 'true']),
    ['Rateio em Torre A · Fundações: cobrado do cliente de vazio para sim'],
  ],
  [
    'a retention',
    part({ part: 'RETENTION', tax: 'ISS' }, ['rate', '2.0000', '5.0000']),
    ['Retenção de ISS: alíquota de 2% para 5%'],
  ],
];

describe('A change of a document', () => {
  test.each(CASES)('of %s is told with before and after', (_what, changed, lines) => {
    expect(linesOf({ parts: [changed] })).toEqual(lines);
  });

  const paid = (side: 'before' | 'after') =>
    part(
      parcel,
      ...(
        [
          ['paidValue', '51.00'],
          ['paymentDate', '2026-11-20'],
          ['wallet', 'Itaú'],
          ['paymentMethod', 'PIX'],
          ['increase', '2.00'],
          ['discount', '1.00'],
        ] as const
      ).map(([field, value]): Triple => [field, side === 'before' ? value : null, side === 'after' ? value : null]),
    );

  test('by a payment tells the amount, the day, the wallet and what was added and taken', () => {
    expect(linesOf({ action: 'PAID', parts: [paid('after')] })).toEqual([
      'Parcela 2: pagamento de R$ 51,00 em 20/11/2026 pela carteira Itaú (Pix), com acréscimo de R$ 2,00 e desconto de R$ 1,00',
    ]);
    expect(linesOf({ action: 'PAYMENT_UNDONE', parts: [paid('before')] }, 'CREDIT')).toEqual([
      'Parcela 2: desfeito o recebimento de R$ 51,00 em 20/11/2026 na carteira Itaú (Pix), com acréscimo de R$ 2,00 e desconto de R$ 1,00',
    ]);
  });

  test('by a reconciliation tells the line of the bank, and that it no longer answers it', () => {
    const values = [
      ['statementWallet', 'Itaú'],
      ['statementDate', '2026-11-20'],
      ['statementValue', '51.00'],
    ] as const;
    const line = 'Parcela 2: linha de R$ 51,00, de 20/11/2026, do extrato de Itaú';
    const made = part(parcel, ...values.map(([field, value]): Triple => [field, null, value]));
    const undone = part(parcel, ...values.map(([field, value]): Triple => [field, value, null]));
    expect(linesOf({ action: 'RECONCILED', parts: [made] })).toEqual([line]);
    expect(linesOf({ action: 'RECONCILIATION_UNDONE', parts: [undone] }, 'CREDIT')).toEqual([line]);
    expect(changeTitle('RECONCILED', 'CREDIT')).toBe('conciliou um recebimento com o extrato');
  });

  test('names files, and says what it leaves out', () => {
    expect(linesOf({ action: 'FILE_ADDED', parts: [part({}, ['attachment', null, 'nota.pdf'])] })).toEqual([
      'Arquivo: nota.pdf',
    ]);
    expect(linesOf({ hidden: true })).toEqual(['O que mudou é de obras que você não pode ver.']);
    expect(linesOf({ hidden: true, moreParts: 1, parts: [CASES[0]?.[1] ?? part({})] }).slice(1)).toEqual([
      'E mais 1 mudança.',
      'Há mais mudanças, de obras que você não pode ver.',
    ]);
    expect(changeTitle('PAID', 'CREDIT')).toBe('registrou um recebimento');
    expect(changeTitle('CREATED', 'DEBIT')).toBe('criou a despesa');
  });
});

describe('A mention', () => {
  const people = [
    { id: 7, name: 'Ana' },
    { id: 12, name: 'Ana Souza' },
  ];
  const picked = [
    { id: '7', label: 'Ana' },
    { id: '12', label: 'Ana Souza' },
  ];

  test.each([
    ['@Ana, veja', '@[7], veja'],
    ['@Ana Souza: veja', '@[12]: veja'],
    ['@Anabela não é ela', '@Anabela não é ela'],
    ['Fale com @Ana e @Ana Souza.', 'Fale com @[7] e @[12].'],
    ['ana@exemplo.com', 'ana@exemplo.com'],
  ])('in "%s" is stored as "%s", and read again with the name', (typed, stored) => {
    expect(storedText(typed, picked)).toBe(stored);
    expect(commentText(stored, people)).toBe(typed);
    expect(typedText(stored, people).text).toBe(typed);
  });

  test('is each person once, and a person who is gone keeps the place', () => {
    expect(mentionedIn('@[12] @[7] @[12] @[x]')).toEqual([12, 7]);
    expect(commentText('@[99] veja', people)).toBe('@Usuário excluído veja');
  });

  test('of two people with one name tells them apart', () => {
    const first = withPicked([], { id: '1', name: 'Ana' });
    const second = withPicked(first.picked, { id: '2', name: 'Ana' });
    expect([first.label, second.label]).toEqual(['Ana', 'Ana (2)']);
    expect(withPicked(second.picked, { id: '1', name: 'Ana' }).label).toBe('Ana');
    expect(storedText('@Ana e @Ana (2)', second.picked)).toBe('@[1] e @[2]');
  });

  test.each([
    ['@', { from: 0, search: '' }],
    ['veja @an', { from: 5, search: 'an' }],
    ['veja @ana so', { from: 5, search: 'ana so' }],
    ['(@an', { from: 1, search: 'an' }],
    ['ana@ex', null],
    ['@Ana Souza', null],
    ['@Ana Souza veja', null],
    ['@an\nveja', null],
    ['sem nada', null],
  ])('is searched after "%s": %j', (text, expected) => {
    expect(searchedAt(text, text.length, picked)).toEqual(expected);
  });
});
