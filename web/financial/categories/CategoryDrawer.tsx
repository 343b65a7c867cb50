import { isStatementLine, STATEMENT_LINES, statementLineLabel, type StatementLine } from '#domain/statementLines.ts';
import { RegisterDrawer } from '#web/register/RegisterDrawer.tsx';
import { isRecord } from '#web/client/storage.ts';
import { useEditor } from '#web/form/useEditor.ts';
import type { CategoryRowFragment, TransactionType } from '#web/generated/financial.ts';
import { ActivePill, Drawer, EmptyState, Field, FormSection, Select, TextInput } from '#web/ui/index.ts';
import { useCategoryAccess, useCategoryCalls } from './useCategories.ts';

interface CategoryDrawerProps {
  /** Null for a new one, undefined for one that does not exist. */
  category: CategoryRowFragment | null | undefined;
  onClose: () => void;
  onSaved: (id: string) => void;
  onReload: () => void;
}

/** One category beside the tree. */
export const CategoryDrawer = (props: CategoryDrawerProps) => {
  const { category } = props;
  if (category !== undefined) return <CategoryEditor {...props} category={category} />;
  return (
    <Drawer open onClose={props.onClose} title="Categoria">
      <EmptyState title="Categoria não encontrada" />
    </Drawer>
  );
};

interface CategoryForm {
  name: string;
  type: TransactionType;
  statementLine: StatementLine | '';
}

const formOf = (row: CategoryRowFragment | null): CategoryForm => ({
  name: row?.name ?? '',
  type: row?.type ?? 'DEBIT',
  statementLine: isStatementLine(row?.statementLine) ? row.statementLine : '',
});

const incomeForm = (row: CategoryRowFragment | null): CategoryForm => ({ ...formOf(row), type: row?.type ?? 'CREDIT' });

const isCategoryForm = (value: unknown): value is CategoryForm =>
  isRecord(value) &&
  typeof value.name === 'string' &&
  (value.type === 'DEBIT' || value.type === 'CREDIT') &&
  (value.statementLine === '' || isStatementLine(value.statementLine));

const problemsOf = ({ name }: CategoryForm): Record<string, string> =>
  name.trim() === '' ? { name: 'Informe o nome da categoria' } : {};

const typeLabels = { DEBIT: 'Despesa', CREDIT: 'Receita' };
const NO_LINE = 'NONE';
const lines = [
  ...STATEMENT_LINES.map((value) => ({ value, label: statementLineLabel(value) })),
  { value: NO_LINE, label: statementLineLabel(null) },
];

const CategoryEditor = ({
  category,
  onClose,
  onSaved,
  onReload,
}: CategoryDrawerProps & { category: CategoryRowFragment | null }) => {
  const calls = useCategoryCalls();
  const { may, types } = useCategoryAccess();
  const editor = useEditor({
    row: category,
    draftKey: 'category',
    isForm: isCategoryForm,
    formOf: types[0] === 'CREDIT' ? incomeForm : formOf,
    problemsOf,
    save: ({ name, type, statementLine }, row) =>
      calls.save(row, { name, type, statementLine: statementLine === '' ? null : statementLine }),
    savedText: 'Categoria salva',
    onSaved: ({ id }) => onSaved(id),
  });
  const { form, problems, set } = editor;
  const readOnly = !may(category?.type ?? types[0] ?? 'DEBIT');
  return (
    <RegisterDrawer
      editor={editor}
      newTitle="Nova categoria"
      entry={
        category && {
          name: category.name,
          active: category.active,
          onToggle: () => void calls.toggle(category),
          onErase: () => calls.erase(category),
          loss: 'A categoria deixa de existir.',
        }
      }
      status={category && <ActivePill active={category.active} feminine />}
      onClose={onClose}
      onReload={onReload}
      readOnly={readOnly ? 'Sem permissão para este tipo de categoria, ela só pode ser consultada.' : undefined}
    >
      <FormSection title="Dados">
        <Field label="Nome" required wide error={problems.name}>
          <TextInput
            value={form.name}
            maxLength={120}
            readOnly={readOnly}
            autoFocus={category === null}
            onChange={(name) => set({ name })}
          />
        </Field>
        <Field
          label="Tipo"
          error={problems.type}
          hint={category ? 'Os lançamentos guardam o tipo com que foram feitos: ele não muda.' : undefined}
        >
          <Select<TransactionType>
            value={form.type}
            disabled={category !== null}
            options={(category ? [category.type] : types).map((value) => ({ value, label: typeLabels[value] }))}
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
    </RegisterDrawer>
  );
};
