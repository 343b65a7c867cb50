import { isStatementLine, STATEMENT_LINES, statementLineLabel, type StatementLine } from '#domain/statementLines.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import type { CategoryInput, CategoryRowFragment, TransactionType } from '#web/generated/financial.ts';
import type { Problems } from '#web/form/useForm.ts';
import type { RegisterFieldsProps, RegisterForm } from '#web/register/defineRows.ts';
import { Field, FormSection, Select, TextInput } from '#web/ui/index.ts';
import { useCategoryAccess } from './useCategoryAccess.ts';

export interface CategoryForm {
  name: string;
  type: TransactionType;
  statementLine: StatementLine | '';
}

const typeLabels = { DEBIT: 'Despesa', CREDIT: 'Receita' };
const NO_LINE = 'NONE';
const lines = [
  ...STATEMENT_LINES.map((value) => ({ value, label: statementLineLabel(value) })),
  { value: NO_LINE, label: statementLineLabel(null) },
];

const Fields = ({ editor, row, readOnly }: RegisterFieldsProps<CategoryRowFragment, CategoryForm>) => {
  const { form, problems, set } = editor;
  const { types } = useCategoryAccess();
  return (
    <FormSection title="Dados">
      <Field label="Nome" required wide error={problems.name}>
        <TextInput
          value={form.name}
          maxLength={120}
          readOnly={readOnly}
          autoFocus={row === null}
          onChange={(name) => set({ name })}
        />
      </Field>
      <Field
        label="Tipo"
        error={problems.type}
        hint={row ? 'Os lançamentos guardam o tipo com que foram feitos: ele não muda.' : undefined}
      >
        <Select<TransactionType>
          value={form.type}
          disabled={row !== null}
          options={(row ? [row.type] : types).map((value) => ({ value, label: typeLabels[value] }))}
          onChange={(type) => set({ type })}
        />
      </Field>
      <Field label="Linha do demonstrativo" error={problems.statementLine}>
        <Select
          value={form.statementLine || NO_LINE}
          disabled={readOnly}
          options={lines}
          onChange={(line) => set({ statementLine: isStatementLine(line) ? line : '' })}
        />
      </Field>
    </FormSection>
  );
};

/** @param newType type of a new category: the first one that the user may edit. */
export const categoryForm = (
  newType: TransactionType,
): RegisterForm<CategoryRowFragment, CategoryForm, CategoryInput> => ({
  formOf: (row) => ({
    name: row?.name ?? '',
    type: row?.type ?? newType,
    statementLine: isStatementLine(row?.statementLine) ? row.statementLine : '',
  }),
  isForm: (value): value is CategoryForm =>
    isRecord(value) &&
    isText(value.name) &&
    (value.type === 'DEBIT' || value.type === 'CREDIT') &&
    (value.statementLine === '' || isStatementLine(value.statementLine)),
  problemsOf: ({ name }): Problems => (name.trim() === '' ? { name: 'Informe o nome da categoria' } : {}),
  inputOf: ({ name, type, statementLine }) => ({ name, type, statementLine: statementLine || null }),
  Fields,
});
