import {
  CreateProductDocument,
  DeleteProductDocument,
  ProductDocument,
  ProductsDocument,
  UpdateProductDocument,
} from '#web/generated/purchase.ts';
import { specs } from '#web/list/listFilters.ts';
import { defineRegister } from '#web/register/defineRegister.ts';
import type { Noun } from '#web/register/noun.ts';
import { productCard, productColumns } from './columns.tsx';
import { forgetProducts } from './forgetProducts.ts';
import { formOf, keepHabit } from './model.ts';
import { productForm } from './ProductFields.tsx';

export const noun: Noun = { one: 'insumo', many: 'insumos', gender: 'o' };

export const products = defineRegister({
  noun,
  draftKey: 'product',
  exported: 'Products',
  operations: {
    list: ProductsDocument,
    one: ProductDocument,
    create: CreateProductDocument,
    update: UpdateProductDocument,
    remove: DeleteProductDocument,
  },
  filters: {
    productTable: specs.choice('Tabela'),
    productGroup: specs.choice('Grupo'),
    productType: specs.choice('Tipo'),
    brand: specs.choice('Marca'),
    unit: specs.choice('Unidade'),
    activeProductTable: specs.flag('Tabela ativa'),
  },
  cache: {
    created: (cache, row) => {
      keepHabit(formOf(row));
      forgetProducts(cache);
    },
    updated: forgetProducts,
    deleted: forgetProducts,
  },
  columns: productColumns,
  card: productCard,
  form: productForm,
  nameOf: ({ name }) => name,
  subtitle: (row) => row && [row.code, row.productTable?.name, row.productGroup?.name].filter(Boolean).join(' · '),
  emptyText: 'Cadastre o primeiro: nome, unidade, tipo e preço de referência.',
  loss: 'O insumo e o histórico de preços dele deixam de existir.',
  failures: {
    list: 'Falha para buscar todos os insumos',
    one: 'Falha para buscar insumo',
    save: 'Falha para salvar insumo',
    remove: 'Falha para apagar insumo',
  },
});
