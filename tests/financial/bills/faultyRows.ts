import { expect } from '@jest/globals';
import type { Sheet } from './billsKit.ts';

/** A row whose cells are right, but for those that are given. */
export const row = (cells: Record<string, string>): Record<string, string> => ({
  ...{ dueDate: '05/12/2026', grossValue: '10,00', documentNumber: 'NF 77', partner: 'Depósito São Jorge Ltda' },
  ...cells,
});
/** Rows as a sheet, with the columns that any of them has. */
export const sheetOf = (rows: readonly Record<string, string>[]): Sheet => {
  const columns = [...new Set(rows.flatMap((one) => Object.keys(one)))];
  return [columns, ...rows.map((one) => columns.map((column) => one[column] ?? ''))];
};

const DIVIDED = 'deste documento: inclua, ou apague a parcela para que cada linha seja um documento.';
const parts = (...list: readonly Record<string, string>[]) =>
  list.map((one, index) => row({ dueDate: `0${index + 1}/12/2026`, ...one }));

type Faulty = [name: string, rows: readonly Record<string, string>[], faults: unknown[]];

/** What is wrong with rows of expenses and of income: [line, field, message, suggestion] of every cell at fault. */
export const FAULTY: Faulty[] = [
  [
    'a day that does not exist',
    [row({ dueDate: '31/11/2026' })],
    [[2, 'dueDate', 'Esse dia não existe.', '30/11/2026']],
  ],
  ['a month before its day', [row({ dueDate: '12/31/2026' })], [[2, 'dueDate', 'Esse dia não existe.', '31/12/2026']]],
  ['a day without its year', [row({ dueDate: '05/12' })], [[2, 'dueDate', 'Não é uma data, como 05/12/2026.']]],
  ['no due date', [row({ dueDate: '' })], [[2, 'dueDate', 'Campo obrigatório.']]],
  [
    'a letter for a digit',
    [row({ grossValue: '1.25O,00' })],
    [[2, 'grossValue', 'Há letra no lugar de número.', '1.250,00']],
  ],
  [
    'a negative value',
    [row({ grossValue: '(1.250,00)' })],
    [[2, 'grossValue', 'Informe um valor maior que zero.', '1.250,00']],
  ],
  ['a value of zero', [row({ grossValue: '0,00' })], [[2, 'grossValue', 'Informe um valor maior que zero.']]],
  [
    'a sum instead of a value',
    [row({ grossValue: '10+5' })],
    [[2, 'grossValue', 'Não é um valor em reais, como 1.234,56.']],
  ],
  [
    'a CPF that lost its zero',
    [row({ partnerTaxId: '1234567890' })],
    [[2, 'partnerTaxId', 'Informe um CPF ou CNPJ válido.', '01234567890']],
  ],
  ['an unknown obra', [row({ building: 'Torre Sull' })], [[2, 'building', 'Obra não encontrada.', 'Torre Sul']]],
  [
    'a stage without its obra',
    [row({ costEstimateGroup: '01' })],
    [[2, 'costEstimateGroup', 'Informe a obra desta etapa.']],
  ],
  [
    'an unknown stage',
    [row({ costEstimateGroup: 'Alvenaia', building: 'Torre Sul' })],
    [[2, 'costEstimateGroup', 'Etapa não encontrada nesta obra.', 'Alvenaria']],
  ],
  [
    'another company',
    [row({ company: 'CANARIO Construtora' })],
    [[2, 'company', 'Esta linha é de outra empresa: escolha a empresa no menu e importe-a lá.']],
  ],
  ['an unknown wallet', [row({ expectedBank: 'Caixa' })], [[2, 'expectedBank', 'Carteira não encontrada.']]],
  [
    'a day out of range',
    [row({ emissionDate: '01/01/1800' })],
    [[2, 'emissionDate', 'Informe uma data entre 1900 e 2199.']],
  ],
  [
    'a number that is too long',
    [row({ documentType: 'Nota fiscal', documentNumber: '9'.repeat(55) })],
    [[2, 'documentNumber', 'Tipo e número têm juntos no máximo 60 caracteres.']],
  ],
  ['the same bill twice', [row({}), row({})], [[3, 'documentNumber', 'Repete a linha 2.']]],
  [
    'a part that a spreadsheet took for a day',
    [row({ installment: '01/03/2026' })],
    [[2, 'installment', 'Isto é uma data.', '1/3']],
  ],
  [
    'parts without a number',
    [row({ installment: '1/2', documentNumber: '' })],
    [[2, 'installment', 'Informe o documento: é por ele que as parcelas se juntam.']],
  ],
  [
    'a gap between parts',
    parts({ installment: '1/3' }, { installment: '3/3' }),
    [2, 3].map((line) => [line, 'installment', `Falta a parcela 2 de 3 ${DIVIDED}`]),
  ],
  [
    'parts that say different things',
    parts({ installment: '1/2', description: 'Areia' }, { installment: '2/2', description: 'Brita' }),
    [
      [2, 'installment', 'A linha 3, do mesmo documento, está com erro.'],
      [3, 'description', 'A linha 2, do mesmo documento, diz outra coisa.', 'Areia'],
    ],
  ],
  [
    'a fault in one part',
    parts({ installment: '1/2' }, { installment: '2/2', grossValue: '' }),
    [
      [2, 'installment', 'A linha 3, do mesmo documento, está com erro.'],
      [3, 'grossValue', 'Campo obrigatório.'],
    ],
  ],
  [
    'a part that is there twice',
    parts({ installment: '1/2' }, { installment: '2/2' }, { installment: '2/2' }),
    [[4, 'installment', 'Repete a parcela da linha 3.']],
  ],
];

/** The same of expenses alone. */
export const FAULTY_BILLS: Faulty[] = [
  [
    'an unknown supplier',
    [row({ partner: 'Depósito São Jorje' })],
    [[2, 'partner', 'Fornecedor não encontrado.', 'Depósito São Jorge Ltda']],
  ],
  [
    'a CNPJ that nobody has',
    [row({ partner: '', partnerTaxId: '11.444.777/0001-61' })],
    [[2, 'partnerTaxId', 'Nenhum fornecedor tem este CPF ou CNPJ: informe o nome dele também.']],
  ],
  ['a category of income', [row({ category: 'Medições' })], [[2, 'category', 'Categoria de despesa não encontrada.']]],
  [
    'a boleto with a wrong digit',
    [row({ paymentCode: '00190500954014481606906809350314337370000000101' })],
    [[2, 'paymentCode', expect.stringMatching(/dígito|confere/i)]],
  ],
];

/** The same of income alone. */
export const FAULTY_RECEIVABLES: Faulty[] = [
  [
    'an unknown customer',
    [row({ partner: 'Depósito São Jorje' })],
    [[2, 'partner', 'Cliente não encontrado.', 'Depósito São Jorge Ltda']],
  ],
  [
    'a CNPJ that no customer has',
    [row({ partner: '', partnerTaxId: '11.444.777/0001-61' })],
    [[2, 'partnerTaxId', 'Nenhum cliente tem este CPF ou CNPJ: informe o nome dele também.']],
  ],
  [
    'a category of expenses',
    [row({ category: 'Concreto' })],
    [[2, 'category', 'Categoria de receita não encontrada.']],
  ],
];
