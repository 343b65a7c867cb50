import { forgetting } from '#web/client/forgetting.ts';
import { notifySuccess } from '#web/client/notify.ts';
import layout from '#web/form/document/document.module.css';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { useForm, type Problems } from '#web/form/useForm.ts';
import {
  useCreateInputMutation,
  useInputTypesQuery,
  type CandidateFragment,
  type CreateInputMutation,
} from '#web/generated/engineering.ts';
import { Combobox, Field, QuantityInput, TextInput } from '#web/ui/index.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { useState } from 'react';

interface NewInputDialogProps {
  /** What was searched for. */
  name: string;
  /** The cost database of the composition. */
  costDatabaseId: string;
  units: readonly Option[];
  onClose: () => void;
  onCreated: (input: CandidateFragment) => void;
}

interface InputForm {
  name: string;
  unit: Option | null;
  productType: Option | null;
  price: string;
}

/** What shows products; the composition that is typed stays as it is. */
const forgetInputs = forgetting('products', 'productTotals', 'productCounts', 'resources');

const problemsOf = (form: InputForm): Problems => ({
  ...(form.name.trim() === '' && { name: 'Informe o nome' }),
  ...(form.unit === null && { unitId: 'Escolha a unidade' }),
  ...(form.productType === null && { productTypeId: 'Escolha o tipo' }),
});

type Created = CreateInputMutation['createProduct']['product'];

const candidateOf = (
  { id, code, name, price, unit, productType, productTable }: Created,
  costDatabaseId: string,
): CandidateFragment => ({
  ...{ kind: 'PRODUCT', id, code, name, price, productType, aliases: [], circle: null },
  ...{ unit: unit?.acronyms ?? '', costDatabase: productTable ?? { id: costDatabaseId, name: '', source: 'GO' } },
});

/** Makes an input that a search did not find, in the cost database of the composition. */
export const NewInputDialog = ({ name, costDatabaseId, units, onClose, onCreated }: NewInputDialogProps) => {
  const [opened] = useState<InputForm>({ name, unit: null, productType: null, price: '' });
  const editor = useForm(opened, opened, problemsOf);
  const { form, set, problems } = editor;
  const { data } = useInputTypesQuery();
  const types = (data?.productTypes?.content ?? []).map((type) => ({ id: type.id, label: type.name }));
  const [create, { loading: busy }] = useCreateInputMutation({ context: { quiet: true } });
  const send = async () => {
    if (!form.unit || !form.productType) return;
    const price = form.price === '' ? null : form.price;
    const ids = { unitId: form.unit.id, productTypeId: form.productType.id, productTableId: costDatabaseId };
    const answer = await create({
      variables: { input: { name: form.name, price, ...ids } },
      update: (cache) => forgetInputs(cache),
    });
    if (!answer.data) return;
    const { product } = answer.data.createProduct;
    notifySuccess('Insumo salvo', { detail: `${product.code} ${product.name}` });
    onCreated(candidateOf(product, costDatabaseId));
  };
  return (
    <FormDialog
      title="Novo insumo"
      {...{ editor, send, busy, onClose }}
      failure="Falha para salvar insumo"
      saveLabel="Salvar e incluir"
      className={layout.fields}
    >
      <Field label="Nome" required wide error={problems.name}>
        <TextInput value={form.name} maxLength={1000} onChange={(typed) => set({ name: typed })} />
      </Field>
      <Field label="Unidade" required error={problems.unitId}>
        <Combobox path="unitId" autoFocus value={form.unit} options={units} onChange={(unit) => set({ unit })} />
      </Field>
      <Field label="Tipo" required error={problems.productTypeId}>
        <Combobox
          path="productTypeId"
          value={form.productType}
          options={types}
          onChange={(productType) => set({ productType })}
        />
      </Field>
      <Field label="Preço de referência" error={problems.price}>
        <QuantityInput path="price" symbol="R$" value={form.price} onChange={(price) => set({ price })} />
      </Field>
    </FormDialog>
  );
};
