import { Decimal } from '#domain/decimal.ts';
import { counted } from '#domain/numberFormat.ts';
import {
  useProductImpactQuery,
  useProductPaneQuery,
  type ProductInput,
  type ProductRowFragment,
} from '#web/generated/purchase.ts';
import type { RegisterFieldsProps, RegisterForm } from '#web/register/defineRows.ts';
import { Combobox, Field, FormSection, MultiSelect, QuantityInput, Select, TextInput } from '#web/ui/index.ts';
import { useSettled } from '#web/ui/useSettled.ts';
import type { KeyboardEvent } from 'react';
import { formOf, groupLabel, inputOf, isProductForm, problemsOf, type ProductForm } from './model.ts';
import { ProductFacts } from './ProductFacts.tsx';
import { useProductChoices } from './useProductChoices.ts';

type Register = RegisterFieldsProps<ProductRowFragment, ProductForm>;
interface Props extends Omit<Register, 'editor'> {
  editor: Pick<Register['editor'], 'form' | 'problems' | 'set'>;
}

/** "0.736" and "0.7360" are one price, and so are none and zero. */
const sameAmount = (a: string, b: string): boolean => new Decimal(a || 0).equals(b || 0);

/** Enter goes on to the next field; a list that is open takes it for itself. */
const nextField = (event: KeyboardEvent<HTMLElement>): void => {
  const { target, currentTarget } = event;
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  if (!(target instanceof HTMLInputElement) || target.getAttribute('aria-expanded') === 'true') return;
  const fields = [...currentTarget.querySelectorAll<HTMLElement>('input, select')];
  const next = fields[fields.indexOf(target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
};

const useGroups = (productTable: string) => {
  const { data } = useProductPaneQuery({ variables: { productTable: productTable || null, active: true } });
  const leaves = data?.productCounts?.groups.filter(({ leaf }) => leaf) ?? [];
  return {
    groups: leaves.map((group) => ({ id: group.id, label: groupLabel(group) })),
    tables: (data?.productTables?.content ?? []).filter(({ source, active }) => source === 'GO' && active),
  };
};

/** How many compositions a typed price changes, before it is saved. */
const usePriceHint = (row: ProductRowFragment | null, price: string): string | undefined => {
  const settled = useSettled(price, 400);
  const changes = row !== null && !sameAmount(row.price ?? '', settled);
  const { data } = useProductImpactQuery({
    variables: { id: row?.id ?? '', price: settled === '' ? null : settled },
    skip: !changes,
    context: { quiet: true },
  });
  const changed = changes && settled === price ? (data?.productImpact?.changed ?? 0) : 0;
  return changed === 0 ? undefined : `Altera o preço de ${counted(changed, 'composição', 'composições')}`;
};

const PurchaseFields = ({ editor }: Props) => {
  const { form, problems, set } = editor;
  const { units } = useProductChoices();
  const hint = form.purchaseUnit && form.unit ? `${form.unit.label} em 1 ${form.purchaseUnit.label}` : undefined;
  return (
    <FormSection title="Compra">
      <Field label="Unidade de compra" error={problems.purchaseUnitId}>
        <Combobox
          path="purchaseUnitId"
          value={form.purchaseUnit}
          options={units}
          onChange={(purchaseUnit) => set({ purchaseUnit, ...(purchaseUnit ? {} : { purchaseFactor: '' }) })}
        />
      </Field>
      <Field label="Contém" hint={hint} error={problems.purchaseFactor}>
        <QuantityInput
          path="purchaseFactor"
          places={6}
          value={form.purchaseFactor}
          onChange={(purchaseFactor) => set({ purchaseFactor })}
        />
      </Field>
      <Field label="Prazo de entrega (dias)" hint="Do pedido à obra" error={problems.leadTimeDays}>
        <QuantityInput
          path="leadTimeDays"
          places={0}
          value={form.leadTimeDays}
          onChange={(leadTimeDays) => set({ leadTimeDays })}
        />
      </Field>
    </FormSection>
  );
};

export const ProductFields = (props: Props) => {
  const { editor, row } = props;
  const { form, problems, set } = editor;
  const { types, units, brands } = useProductChoices();
  const { groups, tables } = useGroups(form.productTable);
  const priceHint = usePriceHint(row, form.price);
  return (
    <div onKeyDown={nextField}>
      {row && <ProductFacts row={row} mayWrite={!props.readOnly} />}
      <FormSection title="Insumo">
        <Field label="Nome" required wide error={problems.name}>
          <TextInput value={form.name} maxLength={1000} autoFocus={row === null} onChange={(name) => set({ name })} />
        </Field>
        <Field label="Código" hint={row ? undefined : 'Vazio: o próximo número'} error={problems.code}>
          <TextInput value={form.code} maxLength={30} autoComplete="off" onChange={(code) => set({ code })} />
        </Field>
        <Field label="Unidade" required error={problems.unitId}>
          <Combobox path="unitId" value={form.unit} options={units} onChange={(unit) => set({ unit })} />
        </Field>
        <Field label="Tipo" required error={problems.productTypeId}>
          <Combobox
            path="productTypeId"
            value={form.productType}
            options={types}
            onChange={(productType) => set({ productType })}
          />
        </Field>
        <Field label="Grupo" error={problems.productGroupId}>
          <Combobox
            path="productGroupId"
            value={form.productGroup}
            options={groups}
            onChange={(productGroup) => set({ productGroup })}
          />
        </Field>
        <Field label="Preço de referência" hint={priceHint} error={problems.price}>
          <QuantityInput path="price" symbol="R$" value={form.price} onChange={(price) => set({ price })} />
        </Field>
        <Field label="Marcas" error={problems.brandIds}>
          <MultiSelect value={form.brands} options={brands} onChange={(chosen) => set({ brands: chosen })} />
        </Field>
        {row === null && (
          <Field label="Tabela" required error={problems.productTableId}>
            <Select
              value={form.productTable}
              placeholder="Escolha a tabela"
              options={tables.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(productTable) => set({ productTable })}
            />
          </Field>
        )}
      </FormSection>
      <PurchaseFields {...props} />
    </div>
  );
};

export const productForm: RegisterForm<ProductRowFragment, ProductForm, ProductInput> = {
  ...{ formOf, isForm: isProductForm, problemsOf, inputOf },
  Fields: ProductFields,
};
