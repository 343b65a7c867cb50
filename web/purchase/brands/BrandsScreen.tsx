import {
  BrandDocument,
  BrandsDocument,
  CreateBrandDocument,
  DeleteBrandDocument,
  UpdateBrandDocument,
} from '#web/generated/purchase.ts';
import { specs } from '#web/list/listFilters.ts';
import { activeColumn, nameColumn } from '#web/register/columns.tsx';
import { defineRegister } from '#web/register/defineRegister.ts';
import type { Noun } from '#web/register/noun.ts';
import { RegisterScreen } from '#web/register/RegisterScreen.tsx';
import { textForm } from '#web/register/textForm.tsx';
import { ActivePill } from '#web/ui/index.ts';

const noun: Noun = { one: 'marca', many: 'marcas', gender: 'a' };

const brands = defineRegister({
  noun,
  draftKey: 'brand',
  operations: {
    list: BrandsDocument,
    one: BrandDocument,
    create: CreateBrandDocument,
    update: UpdateBrandDocument,
    remove: DeleteBrandDocument,
  },
  filters: { name: specs.text('Nome') },
  columns: [nameColumn('Marca'), activeColumn(noun)],
  card: ({ id, name, active }) => ({ id, title: name, endMeta: <ActivePill active={active} feminine /> }),
  form: textForm({ name: { label: 'Nome da marca', required: 'Informe o nome da marca', maxLength: 80, wide: true } }),
  nameOf: ({ name }) => name,
  emptyText: 'Cadastre as marcas que a obra aceita: elas aparecem nos insumos e nas cotações.',
  failures: {
    list: 'Falha para buscar todas as marcas',
    one: 'Falha para buscar marca',
    save: 'Falha para salvar marca',
    remove: 'Falha para apagar marca',
  },
});

/** Marcas (§2 /product-brand): the manufacturers of products. */
const BrandsScreen = () => <RegisterScreen register={brands} />;

export default BrandsScreen;
