import { unitKey } from '#domain/purchase/invoices/units.ts';
import { notifySuccess } from '#web/client/notify.ts';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { useForm } from '#web/form/useForm.ts';
import { useCreateProductMutation, useProductPaneQuery, type ProductRowFragment } from '#web/generated/purchase.ts';
import { Button, Dialog, Skeleton } from '#web/ui/index.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { useState } from 'react';
import { forgetProducts } from './forgetProducts.ts';
import { formOf, inputOf, keepHabit, problemsOf, type ProductForm } from './model.ts';
import { ProductFields } from './ProductFields.tsx';
import { useProductChoices } from './useProductChoices.ts';

export interface NewProductDialogProps {
  /** What is known of it: as a nota or a search calls it. */
  name: string;
  /** As a nota writes it: the registered unit that is meant is chosen. */
  unit: string;
  onCreated: (product: Option) => void;
  onClose: () => void;
}

/** Makes a product on the way, with the fields of the register. */
const NewProductDialog = (props: NewProductDialogProps) => {
  const { units } = useProductChoices();
  const { data } = useProductPaneQuery({ variables: { productTable: null, active: true } });
  if (data && units.length > 0) {
    const own = (data.productTables?.content ?? []).filter(({ source, active }) => source === 'GO' && active);
    const meant = units.find(({ label }) => unitKey(label) === unitKey(props.unit)) ?? null;
    const [only, ...others] = own;
    const table = only && others.length === 0 ? { productTable: only.id } : {};
    return <Making {...props} opened={{ ...formOf(null), name: props.name, unit: meant, ...table }} />;
  }
  return (
    <Dialog
      open
      onClose={props.onClose}
      title="Novo insumo"
      actions={<Button onClick={props.onClose}>Cancelar</Button>}
    >
      <Skeleton rows={6} />
    </Dialog>
  );
};

const optionOf = ({ id, name, unit }: ProductRowFragment): Option => ({
  ...{ id, label: name },
  ...(unit && { hint: unit.acronyms }),
});

const Making = ({ opened, onCreated, onClose }: NewProductDialogProps & { opened: ProductForm }) => {
  const [initial] = useState(opened);
  const editor = useForm(initial, initial, problemsOf);
  const { form } = editor;
  const [create, { loading: busy }] = useCreateProductMutation({ context: { quiet: true } });
  const send = async () => {
    const { data } = await create({
      variables: { input: inputOf(form) },
      update: (cache) => forgetProducts(cache),
    });
    if (!data) return;
    keepHabit(form);
    const { row } = data.saved;
    notifySuccess('Insumo salvo', { detail: `${row.code} ${row.name}` });
    onCreated(optionOf(row));
  };
  return (
    <FormDialog
      title="Novo insumo"
      {...{ editor, send, busy, onClose }}
      failure="Falha para salvar insumo"
      saveLabel="Salvar e escolher"
      wide
    >
      <ProductFields editor={editor} row={null} readOnly={false} />
    </FormDialog>
  );
};

export default NewProductDialog;
