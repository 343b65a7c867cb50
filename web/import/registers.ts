import type { ImportDescription } from '#domain/imports/description.ts';
import { billImport, receivableImport } from '#schema/financial/bills/bills.import.ts';
import { buildingImport } from '#schema/financial/buildings.import.ts';
import { categoryImport } from '#schema/financial/categories.import.ts';
import { customerImport, supplierImport } from '#schema/financial/partners.import.ts';
import { brandImport } from '#schema/purchase/brands.import.ts';
import { productGroupImport } from '#schema/purchase/productGroups.import.ts';
import { productImport } from '#schema/purchase/products.import.ts';
import { productTypeImport } from '#schema/purchase/productTypes.import.ts';
import { unitImport } from '#schema/purchase/units.import.ts';

/** A register that the import screen serves. */
export interface ImportRegister {
  /** Key of what this device remembers. */
  key: string;
  description: ImportDescription;
  /** Title of the register's list. */
  title: string;
  /** Path of the call; ":account" stands for the account, ":company" for the company of the menu. */
  call: string;
  /** Fields of the body besides the rows. */
  beside?: Record<string, unknown>;
  /** All rows are of one cost database, which the user chooses. */
  ofTable?: true;
  /** Root fields of cached lists that the import changes. */
  lists: readonly string[];
  /** The session names rows of it, and what the user may do with them. */
  inSession?: true;
  /** Where a stored row is shown; documents only. */
  opens?: (id: number) => string;
}

/** Where an import is sent. */
export const callOf = (
  { call }: Pick<ImportRegister, 'call'>,
  { accountId, companyId }: { accountId: string; companyId: string },
): string => call.replace(':account', accountId).replace(':company', companyId);

const purchase = '/api/v1/purchase';
const financial = '/api/v1/financial/account/:account';
const partner = { call: `${financial}/partner/import`, lists: ['partners', 'partnerTotals'] };

/** The registers by the path of their list. */
export const importRegisters: Readonly<Record<string, ImportRegister>> = {
  '/home/forms/transactions/outcome': {
    ...{ key: 'bill', title: 'Despesas', description: billImport },
    call: '/api/v1/financial/company/:company/debit/import',
    lists: ['transactions', 'installments', 'partners', 'partnerTotals'],
    opens: (id) => `/home/forms/transactions/outcome?id=${id}`,
  },
  '/home/forms/transactions/income': {
    ...{ key: 'receivable', title: 'Receitas', description: receivableImport },
    call: '/api/v1/financial/company/:company/credit/import',
    lists: ['transactions', 'installments', 'partners', 'partnerTotals'],
    opens: (id) => `/home/forms/transactions/income?id=${id}`,
  },
  '/home/forms/engineering/building': {
    ...{ key: 'building', title: 'Obras', description: buildingImport, inSession: true },
    ...{ call: '/api/v1/financial/company/:company/building/import', lists: ['buildings', 'buildingTotals'] },
  },
  '/home/forms/supplier': {
    ...{ key: 'supplier', title: 'Fornecedores', description: supplierImport, beside: { type: 'SUPPLIER' } },
    ...partner,
  },
  '/home/forms/customer': {
    ...{ key: 'customer', title: 'Clientes', description: customerImport, beside: { type: 'CUSTOMER' } },
    ...partner,
  },
  '/home/forms/transactions/category': {
    ...{ key: 'category', title: 'Categorias', description: categoryImport },
    ...{ call: `${financial}/category/import`, lists: ['categories'] },
  },
  '/home/forms/product': {
    ...{ key: 'product', title: 'Insumos', description: productImport, ofTable: true },
    call: `${purchase}/account/:account/product/import`,
    lists: [
      ...['products', 'productTotals', 'productCounts', 'units', 'unitTotals', 'productTypes', 'productTypeTotals'],
      ...['productGroups', 'brands', 'brandTotals', 'productTables', 'tasks', 'resources'],
    ],
  },
  '/home/forms/product-brand': {
    ...{ key: 'brand', title: 'Marcas', description: brandImport },
    ...{ call: `${purchase}/brand/import`, lists: ['brands', 'brandTotals'] },
  },
  '/home/forms/product-unit': {
    ...{ key: 'unit', title: 'Unidades', description: unitImport },
    ...{ call: `${purchase}/unit/import`, lists: ['units', 'unitTotals'] },
  },
  '/home/forms/product-type': {
    ...{ key: 'productType', title: 'Tipos de insumo', description: productTypeImport },
    ...{ call: `${purchase}/account/:account/product-type/import`, lists: ['productTypes', 'productTypeTotals'] },
  },
  '/home/forms/product-groups': {
    ...{ key: 'productGroup', title: 'Grupos de insumos', description: productGroupImport },
    ...{ call: `${purchase}/account/:account/product-group/import`, lists: ['productGroups', 'productCounts'] },
  },
};
