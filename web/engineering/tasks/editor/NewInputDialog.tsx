import { forgetting } from '#web/client/forgetting.ts';
import { fieldProblems } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import layout from '#web/form/document/document.module.css';
import { useEditorKeys } from '#web/form/useEditorKeys.ts';
import { useForm, type Problems } from '#web/form/useForm.ts';
import {
  useCreateInputMutation,
  useInputTypesQuery,
  type CandidateFragment,
  type CreateInputMutation,
} from '#web/generated/engineering.ts';
import {
  Button,
  Combobox,
  Dialog,
  Field,
  FirstProblem,
  QuantityInput,
  ReadingContext,
  TextInput,
} from '#web/ui/index.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { useState, type FormEvent } from 'react';

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

const FORM = 'new-input';
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
  const { form, set, check, refuse, reading, problems, refusals } = useForm(opened, opened, problemsOf);
  const { data } = useInputTypesQuery();
  const types = (data?.productTypes?.content ?? []).map((type) => ({ id: type.id, label: type.name }));
  const [create, { loading }] = useCreateInputMutation({ context: { quiet: true } });
  const send = async () => {
    if (!check() || !form.unit || !form.productType || loading) return;
    const price = form.price === '' ? null : form.price;
    const ids = { unitId: form.unit.id, productTypeId: form.productType.id, productTableId: costDatabaseId };
    try {
      const answer = await create({
        variables: { input: { name: form.name, price, ...ids } },
        update: (cache) => forgetInputs(cache),
      });
      if (!answer.data) return;
      const { product } = answer.data.createProduct;
      notifySuccess('Insumo salvo', { detail: `${product.code} ${product.name}` });
      onCreated(candidateOf(product, costDatabaseId));
    } catch (error) {
      const fields = fieldProblems(error);
      refuse(fields);
      if (fields.length === 0) notifyFailure(error, 'Falha para salvar insumo');
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  useEditorKeys({ onSave: () => void send(), inDialog: true });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Novo insumo"
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" type="submit" form={FORM} shortcut="Ctrl S" busy={loading}>
            Salvar e incluir
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={submit} noValidate className={layout.fields}>
        <ReadingContext value={reading}>
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
        </ReadingContext>
        <FirstProblem refusals={refusals} />
      </form>
    </Dialog>
  );
};
