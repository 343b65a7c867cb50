import type { Ledger } from '#tests/financial/ledger/kit.ts';
import type { Shelf } from '#tests/purchase/productKit.ts';

/** A register of §7: its paths, and a body with every writable field. */
export interface Register {
  name: string;
  /** Path of POST, and of PUT unless `putById`. */
  collection: string;
  /** Whether PUT has the row's id in its path (§7 "Brand"). */
  putById?: boolean;
  item: (id: number) => string;
  body: Record<string, unknown>;
  /** Another body for the same row. */
  changed: Record<string, unknown>;
  /** The row's place as §3 returns it, and wrong values for it. */
  place: Record<string, unknown>;
  elsewhere: { path: string; body: Record<string, unknown> }[];
}

const wrong = 999_999;

/** Returns the registers of §7 with POST, PUT and GET {id}; the paths are written by hand. */
export const registersOf = ({ accountId, companyId, casa }: Ledger, shelf: Shelf): Register[] => {
  const ofAccount = {
    place: { account: { id: accountId } },
    elsewhere: [{ path: 'account.id', body: { account: { id: wrong } } }],
  };
  const ofCompany = {
    place: { company: { id: companyId, account: { id: accountId } } },
    elsewhere: [
      { path: 'company.id', body: { company: { id: wrong } } },
      { path: 'company.account.id', body: { company: { id: companyId, account: { id: wrong } } } },
      { path: 'company.name', body: { company: { id: companyId, name: 'Outra' } } },
    ],
  };
  const account = `/api/v1/financial/account/${accountId}`;
  const purchase = `/api/v1/purchase/account/${accountId}`;
  const company = `/api/v1/financial/company/${companyId}`;
  const at = (collection: string) => ({ collection: `${collection}/`, item: (id: number) => `${collection}/${id}` });
  return [
    {
      name: 'building',
      ...at(`${company}/building`),
      body: {
        name: 'Residencial Jatobá',
        address: 'Rua das Palmeiras, 10',
        technicalName: 'Luiza Prado',
        technicalTitle: 'engenheira civil',
        technicalRegistration: 'CREA-SP 5069871234',
        active: false,
      },
      changed: {
        name: 'Residencial Jatobá II',
        address: null,
        technicalName: 'Ana Lima',
        technicalTitle: null,
        technicalRegistration: 'CAU A12345-6',
        active: true,
      },
      ...ofCompany,
    },
    {
      name: 'wallet',
      ...at(`${company}/bank`),
      body: {
        identifier: 'Bradesco',
        description: 'ag. 0001',
        initialBalance: '1234.50',
        balanceDate: '2026-01-31',
        active: false,
      },
      changed: {
        identifier: 'Bradesco PJ',
        description: null,
        initialBalance: '-10.00',
        balanceDate: '2026-02-28',
        active: true,
      },
      ...ofCompany,
    },
    {
      name: 'category',
      ...at(`${account}/category`),
      body: { type: 'DEBIT', name: 'Areia', statementLine: 'CONSTRUCTION_COST', active: false },
      changed: { type: 'DEBIT', name: 'Areia e brita', statementLine: null, active: true },
      ...ofAccount,
    },
    {
      name: 'partner',
      ...at(`${account}/partner`),
      body: {
        type: 'SUPPLIER',
        name: 'Madeireira Sul',
        tradeName: 'MadSul',
        taxId: '52998224725',
        email: 'vendas@madsul.com.br',
        phone: '11987654321',
        postalCode: '01310100',
        street: 'Avenida Paulista',
        streetNumber: '1000',
        complement: 'sala 2',
        district: 'Bela Vista',
        city: 'São Paulo',
        state: 'SP',
        notes: 'Entrega às quintas',
        pixKeys: [
          { kind: 'CPF', key: '52998224725', preferred: false },
          { kind: 'EMAIL', key: 'caixa@madsul.com.br', preferred: true },
        ],
        bankAccounts: [
          { bank: '341', agency: '1234', account: '12345-6', kind: 'CHECKING', holderTaxId: '11222333000181' },
        ],
        active: false,
      },
      changed: {
        type: 'SUPPLIER',
        name: 'Madeireira do Sul',
        tradeName: null,
        taxId: '11222333000181',
        email: null,
        phone: '1133334444',
        postalCode: null,
        street: null,
        streetNumber: null,
        complement: null,
        district: null,
        city: 'Campinas',
        state: 'RJ',
        notes: null,
        pixKeys: [{ kind: 'PHONE', key: '+5511987654321', preferred: true }],
        bankAccounts: [],
        active: true,
      },
      ...ofAccount,
    },
    {
      name: 'company',
      ...at(`${account}/company`),
      body: { name: 'Filial Norte', taxId: '11222333000181', active: false },
      changed: { name: 'Filial Nordeste', taxId: null, active: true },
      ...ofAccount,
    },
    {
      name: 'brand',
      ...at('/api/v1/purchase/brand'),
      putById: true,
      body: { name: 'Cerâmica Vale', active: false },
      changed: { name: 'Cerâmica Vale Azul', active: true },
      ...ofAccount,
    },
    {
      name: 'unit',
      ...at('/api/v1/purchase/unit'),
      putById: true,
      body: { acronyms: 'km³', description: 'Quilômetro cúbico', active: false },
      changed: { acronyms: 'KM³', description: 'Quilômetro cúbico solto', active: true },
      ...ofAccount,
    },
    {
      name: 'productType',
      ...at(`${purchase}/product-type`),
      body: { name: 'Locação', active: false },
      changed: { name: 'Locação de equipamento', active: true },
      ...ofAccount,
    },
    {
      name: 'productGroup',
      ...at(`${purchase}/product-group`),
      body: { name: 'Cobertura', parent: null, position: 1, active: false },
      changed: { name: 'Telhado', parent: null, position: 1, active: true },
      ...ofAccount,
    },
    {
      name: 'productTable',
      ...at(`${purchase}/product-table`),
      body: { name: 'Fornecedores Campinas', source: 'GO', active: false },
      changed: { name: 'Fornecedores de Campinas', source: 'GO', active: true },
      ...ofAccount,
    },
    {
      name: 'product',
      ...at(`${purchase}/product`),
      body: {
        code: 'CIM-50',
        name: 'Cimento CP II-E-32, saco 50 kg',
        unit: { id: shelf.unit.sc },
        productType: { id: shelf.type.Material },
        productGroup: { id: shelf.group.binders },
        productTable: { id: shelf.tableId },
        brands: [{ id: shelf.brand.Votoran }],
        price: '36.8000',
        purchaseUnit: { id: shelf.unit.kg },
        purchaseFactor: '0.020000',
        leadTimeDays: 0,
        active: false,
      },
      changed: {
        code: '0118',
        name: 'Pedreiro',
        unit: { id: shelf.unit.kg },
        productType: { id: shelf.type['Mão de obra'] },
        productGroup: null,
        productTable: { id: shelf.tableId },
        brands: [{ id: shelf.brand.Cauê }],
        price: null,
        purchaseUnit: null,
        purchaseFactor: null,
        leadTimeDays: 45,
        active: true,
      },
      ...ofAccount,
    },
    {
      name: 'user',
      collection: `${account}/user/`,
      item: (id) => `/api/v1/financial/user/${id}`,
      body: {
        login: 'rosa@exemplo.com.br',
        name: 'Rosa Melo',
        admin: false,
        active: true,
        permissions: { [companyId]: { [casa]: ['CREDIT', 'DEBIT'], '-1': ['PURCHASE'] } },
      },
      changed: {
        login: 'rosa@exemplo.com.br',
        name: 'Rosa Melo Dias',
        admin: false,
        active: false,
        permissions: { [companyId]: { '-1': ['ENGINEERING'] } },
      },
      ...ofAccount,
    },
  ];
};
