import { DELETE_PRODUCT_TYPE_FAILED, FETCH_PRODUCT_TYPE_FAILED, FETCH_PRODUCT_TYPES_FAILED } from '#domain/messages.ts';
import {
  CreateProductTypeDocument,
  DeleteProductTypeDocument,
  ProductTypeDocument,
  ProductTypesDocument,
  UpdateProductTypeDocument,
} from '#web/generated/purchase.ts';
import { specs } from '#web/list/listFilters.ts';
import { activeColumn, nameColumn } from '#web/register/columns.tsx';
import { defineRegister } from '#web/register/defineRegister.ts';
import type { Noun } from '#web/register/noun.ts';
import { RegisterScreen } from '#web/register/RegisterScreen.tsx';
import { textForm } from '#web/register/textForm.tsx';
import { useSession } from '#web/session/sessionContext.ts';
import { ActivePill } from '#web/ui/index.ts';

const noun: Noun = { one: 'tipo de insumo', many: 'tipos de insumo', gender: 'o' };

const productTypes = defineRegister({
  noun,
  draftKey: 'productType',
  operations: {
    list: ProductTypesDocument,
    one: ProductTypeDocument,
    create: CreateProductTypeDocument,
    update: UpdateProductTypeDocument,
    remove: DeleteProductTypeDocument,
  },
  filters: { name: specs.text('Nome') },
  columns: [nameColumn('Tipo'), activeColumn(noun)],
  card: ({ id, name, active }) => ({ id, title: name, endMeta: <ActivePill active={active} /> }),
  form: textForm({
    name: {
      label: 'Nome do tipo',
      required: 'Informe o nome do tipo',
      maxLength: 60,
      placeholder: 'Material',
      wide: true,
    },
  }),
  nameOf: ({ name }) => name,
  emptyText: 'Cadastre os tipos que separam os custos: material, mão de obra, equipamento.',
  failures: {
    list: FETCH_PRODUCT_TYPES_FAILED,
    one: FETCH_PRODUCT_TYPE_FAILED,
    save: 'Falha para salvar tipo de insumo',
    remove: DELETE_PRODUCT_TYPE_FAILED,
  },
});

/** Tipos de insumo (§2 /product-type); the buyer keeps them, the engineer reads them. */
const ProductTypesScreen = () => {
  const create = useSession().may({ anyOf: ['PURCHASE'] });
  const readOnly = () => (create ? undefined : 'Sem permissão de compras, os tipos só podem ser consultados.');
  return <RegisterScreen register={productTypes} rights={{ create, readOnly }} />;
};

export default ProductTypesScreen;
