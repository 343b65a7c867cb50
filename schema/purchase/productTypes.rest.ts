import {
  DELETE_PRODUCT_TYPE_FAILED,
  FETCH_ACTIVE_PRODUCT_TYPES_FAILED,
  FETCH_PRODUCT_TYPE_FAILED,
  FETCH_PRODUCT_TYPES_FAILED,
} from '#domain/messages.ts';
import { Type, type Static } from 'typebox';
import { AccountRow, activeListEndpoint, EqualText, RegisterBody, registerEndpoints } from '../platform/register.ts';
import { importEndpoint, undoImportEndpoint } from '../platform/imports.ts';
import { Id, Name } from '../platform/shapes.ts';
import { productTypeImport } from './productTypes.import.ts';

/** Type of product (tipo de insumo): material, labour, equipment … */
export const ProductType = AccountRow({ name: Type.String() });
export type ProductType = Static<typeof ProductType>;

const register = {
  path: '/api/v1/purchase/account/:accountId/product-type',
  owner: { accountId: Id },
  called: ['product type', 'product types'],
  watched: { entity: 'product_type' },
  row: ProductType,
  body: RegisterBody({ name: Name(60) }),
  filters: { name: EqualText(60) },
  failures: {
    list: FETCH_PRODUCT_TYPES_FAILED,
    totals: FETCH_PRODUCT_TYPES_FAILED,
    listActive: FETCH_ACTIVE_PRODUCT_TYPES_FAILED,
    get: FETCH_PRODUCT_TYPE_FAILED,
    remove: DELETE_PRODUCT_TYPE_FAILED,
  },
} as const;

export const productTypeEndpoints = {
  ...registerEndpoints(register),
  listActive: activeListEndpoint(register),
  import: importEndpoint(register, productTypeImport),
  undoImport: undoImportEndpoint(register, productTypeImport),
};
