import {
  CreateProductGroupDocument,
  DeleteProductGroupDocument,
  UpdateProductGroupDocument,
  type ProductGroupInput,
  type ProductGroupRowFragment,
} from '#web/generated/purchase.ts';
import { forgetting } from '#web/client/forgetting.ts';
import type { ApolloCache } from '@apollo/client';
import type { Noun } from '#web/register/noun.ts';
import { useRegisterCalls } from '#web/register/useRegisterCalls.ts';
import type { Column } from '#web/ui/index.ts';

const noun: Noun = { one: 'grupo', many: 'grupos', gender: 'o' };

const forgetGroups = forgetting('productGroups', 'productCounts');

/** Products tell the name and the code of their group themselves: a change of one group may move the codes of others. */
const renamed = (cache: ApolloCache): void => {
  forgetGroups(cache);
  forgetting('products', 'product')(cache);
};

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
    cache: { updated: renamed },
    inputOf: (form) => form,
    identityOf: ({ name }) => ({ name }),
  });

/** Columns for export and print. */
export const productGroupColumns: Column<ProductGroupRowFragment>[] = [
  { id: 'code', title: 'Código', value: ({ code }) => code },
  { id: 'name', title: 'Grupo', value: ({ name }) => name },
  { id: 'active', title: 'Situação', value: ({ active }) => (active ? 'Ativo' : 'Inativo') },
];
