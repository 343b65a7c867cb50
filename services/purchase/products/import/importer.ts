import { IMPORT_PRODUCTS_DONE } from '#domain/messages.ts';
import { productImport } from '#schema/purchase/products.import.ts';
import { productEndpoints } from '#schema/purchase/products.rest.ts';
import type { Importer } from '../../../platform/register/import/importer.ts';
import { changesOf, match, type ProductImportRequest, type StoredProduct } from './match.ts';
import { productSources } from './sources.ts';
import { earlierOf, productReversal } from './reversal.ts';
import { insert, update } from './write.ts';

/** Products of one of the account's own cost databases, from a spreadsheet. */
export const productImporter: Importer<StoredProduct, void, ProductImportRequest> = {
  description: productImport,
  create: productEndpoints.create,
  sources: productSources,
  fixed: ({ productTable }) => ({ productTable }),
  match,
  changesOf,
  insert,
  update,
  reversal: productReversal,
  earlierOf,
  message: IMPORT_PRODUCTS_DONE,
};
