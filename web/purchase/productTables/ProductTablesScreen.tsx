import { FETCH_PRODUCT_TABLE_FAILED, FETCH_PRODUCT_TABLES_FAILED, productTableCreated } from '#domain/messages.ts';
import { counted, formatCount } from '#domain/numberFormat.ts';
import {
  CreateProductTableDocument,
  DeleteProductTableDocument,
  ProductTableDocument,
  ProductTablesDocument,
  UpdateProductTableDocument,
  type ProductTableRowFragment,
} from '#web/generated/purchase.ts';
import { oneOf, specs } from '#web/list/listFilters.ts';
import { activeColumn, nameColumn } from '#web/register/columns.tsx';
import { useSession } from '#web/session/sessionContext.ts';
import { UploadIcon } from '#web/ui/icons.ts';
import { Button, Menu } from '#web/ui/index.ts';
import { useNavigate } from 'react-router-dom';
import { defineRegister } from '#web/register/defineRegister.ts';
import type { RegisterFieldsProps } from '#web/register/defineRows.ts';
import type { Noun } from '#web/register/noun.ts';
import { RegisterScreen } from '#web/register/RegisterScreen.tsx';
import { textForm } from '#web/register/textForm.tsx';
import { ActivePill } from '#web/ui/index.ts';
import { publishedText, SOURCES } from './published.ts';

const noun: Noun = { one: 'tabela de insumos', many: 'tabelas de insumos', gender: 'a' };

const form = textForm({
  name: { label: 'Nome da tabela', required: 'Informe o nome da tabela', maxLength: 80, wide: true },
});

/** The name of published prices is that of their month, so only the account's own can be renamed. */
const Fields = (props: RegisterFieldsProps<ProductTableRowFragment, { name: string }>) => (
  <form.Fields {...props} readOnly={props.readOnly || props.row?.source === 'SINAPI'} />
);

const sourceOf = (text: string): string => (text === 'SINAPI' ? SOURCES.SINAPI : SOURCES.GO);

const productTables = defineRegister({
  noun,
  draftKey: 'productTable',
  operations: {
    list: ProductTablesDocument,
    one: ProductTableDocument,
    create: CreateProductTableDocument,
    update: UpdateProductTableDocument,
    remove: DeleteProductTableDocument,
  },
  filters: {
    name: specs.text('Nome'),
    source: { label: 'Origem', reads: oneOf('GO', 'SINAPI'), shows: sourceOf },
  },
  columns: [
    nameColumn('Tabela'),
    { id: 'source', title: 'Origem', sortable: true, width: 120, value: ({ source }) => SOURCES[source] },
    { id: 'published', title: 'Preços de', minWidth: 180, tone: 'muted', value: (row) => publishedText(row) },
    {
      ...{ id: 'productCount', title: 'Insumos', width: 110, align: 'right' },
      value: ({ productCount }) => formatCount(productCount),
    },
    activeColumn(noun),
  ],
  card: ({ id, name, productCount, active, ...row }) => ({
    ...{ id, title: name, end: formatCount(productCount) },
    meta: publishedText(row) ?? SOURCES[row.source],
    endMeta: <ActivePill active={active} feminine />,
  }),
  form: { ...form, Fields },
  nameOf: ({ name }) => name,
  subtitle: (row) =>
    row && [publishedText(row) ?? SOURCES[row.source], counted(row.productCount, 'insumo')].join(' · '),
  savedText: (row, { name }) => (row ? 'Tabela de insumos salva' : productTableCreated(name)),
  loss: 'A tabela deixa de existir, e com ela os preços de todos os seus insumos.',
  emptyText: 'Cadastre uma tabela para cada origem de preços: os da empresa, os de uma região, os do SINAPI.',
  failures: {
    list: FETCH_PRODUCT_TABLES_FAILED,
    one: FETCH_PRODUCT_TABLE_FAILED,
    save: 'Falha para salvar tabela de insumos',
    remove: 'Falha para apagar tabela de insumos',
  },
});

const IMPORT = '/home/forms/product-table/import';

/** Published prices are for engineers; a file of inputs, for those who buy, too. */
const ImportMenu = () => {
  const navigate = useNavigate();
  const { may } = useSession();
  const open = (origem: string) => () => void navigate(`${IMPORT}?origem=${origem}`);
  if (!may({ anyOf: ['ENGINEERING'] })) {
    return (
      <Button icon={<UploadIcon />} onClick={open('insumos')}>
        Importar insumos
      </Button>
    );
  }
  return (
    <Menu
      trigger={<Button icon={<UploadIcon />}>Importar</Button>}
      actions={[
        { label: 'SINAPI do mês', onClick: open('sinapi') },
        { label: 'Insumos próprios', onClick: open('insumos') },
        { label: 'Composições próprias', onClick: open('composicoes') },
      ]}
    />
  );
};

/** Tabelas de insumos (§2 /product-table): the cost databases. */
const ProductTablesScreen = () => <RegisterScreen register={productTables} headActions={<ImportMenu />} />;

export default ProductTablesScreen;
