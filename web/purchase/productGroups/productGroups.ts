import {
  CreateProductGroupDocument,
  DeleteProductGroupDocument,
  UpdateProductGroupDocument,
  type ProductGroupInput,
  type ProductGroupRowFragment,
} from '#web/generated/purchase.ts';
import type { Noun } from '#web/register/noun.ts';
import { useRegisterCalls } from '#web/register/useRegisterCalls.ts';
import type { Column } from '#web/ui/index.ts';

const noun: Noun = { one: 'grupo', many: 'grupos', gender: 'o' };

/** Calls of product groups; their form is the input itself. */
export const useProductGroupCalls = () =>
  useRegisterCalls<ProductGroupRowFragment, ProductGroupInput, ProductGroupInput>({
    noun,
    commands: {
      create: CreateProductGroupDocument,
      update: UpdateProductGroupDocument,
      remove: DeleteProductGroupDocument,
    },
    lists: ['productGroups'],
    inputOf: (form) => form,
    identityOf: ({ name }) => ({ name }),
  });

/** Columns for export and print. */
export const productGroupColumns: Column<ProductGroupRowFragment>[] = [
  { id: 'code', title: 'Código', value: ({ code }) => code },
  { id: 'name', title: 'Grupo', value: ({ name }) => name },
  { id: 'active', title: 'Situação', value: ({ active }) => (active ? 'Ativo' : 'Inativo') },
];
