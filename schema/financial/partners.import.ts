import { ACTIVE_FIELD, type ImportDescription, type ImportField } from '#domain/imports/description.ts';

const fields: readonly ImportField[] = [
  {
    ...{ field: 'name', title: 'Nome', required: true, example: 'Depósito São Jorge Ltda' },
    aliases: ['razão social', 'fornecedor', 'cliente', 'favorecido', 'nome ou razão social'],
  },
  { field: 'tradeName', title: 'Nome fantasia', aliases: ['fantasia', 'apelido'], example: 'São Jorge' },
  {
    field: 'taxId',
    title: 'CPF/CNPJ',
    aliases: ['cnpj', 'cpf', 'cnpj cpf', 'documento'],
    example: '12.ABC.345/01DE-35',
  },
  { field: 'email', title: 'E-mail', aliases: ['email', 'correio eletrônico'], example: 'vendas@saojorge.com.br' },
  {
    field: 'phone',
    title: 'Telefone',
    aliases: ['fone', 'celular', 'whatsapp', 'contato'],
    example: '(11) 98765-4321',
  },
  { field: 'postalCode', title: 'CEP', aliases: ['código postal'], example: '01310-100' },
  { field: 'street', title: 'Rua', aliases: ['endereço', 'logradouro'], example: 'Avenida Paulista' },
  { field: 'streetNumber', title: 'Número', aliases: ['nº', 'n', 'num'], example: '1578' },
  { field: 'complement', title: 'Complemento', aliases: ['compl'], example: 'Galpão 2' },
  { field: 'district', title: 'Bairro', aliases: ['distrito'], example: 'Bela Vista' },
  { field: 'city', title: 'Cidade', kind: 'city', aliases: ['município', 'cidade uf'], example: 'São Paulo' },
  { field: 'state', title: 'UF', aliases: ['estado', 'sigla do estado'], example: 'SP' },
  { field: 'notes', title: 'Observações', aliases: ['obs', 'observação', 'anotações'], example: 'Entrega às terças' },
  ACTIVE_FIELD,
];

/** Suppliers and customers as a spreadsheet; all rows of one import are of one type. */
export const supplierImport: ImportDescription = {
  noun: { one: 'fornecedor', many: 'fornecedores', gender: 'o' },
  fields,
};
export const customerImport: ImportDescription = { noun: { one: 'cliente', many: 'clientes', gender: 'o' }, fields };
