import { suggestedLine } from '#domain/financial/financialStatement/suggestions.ts';
import { isStatementLine, STATEMENT_LINES, statementLineLabel, type StatementLine } from '#domain/statementLines.ts';
import { counted } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess, notifyUndo } from '#web/client/notify.ts';
import {
  FinancialStatementDocument,
  StatementCategoriesDocument,
  useClassifyCategoriesMutation,
  type StatementCategoriesQuery,
} from '#web/generated/financial.ts';
import { useAllRows } from '#web/list/useAllRows.ts';
import { Button, Dialog, EmptyState, ErrorState, Select, Skeleton } from '#web/ui/index.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { CATEGORIES, listsOf } from './links.ts';
import { amountText, type Statement } from './model.ts';
import type { StatementView } from './useStatementView.ts';
import styles from './lines.module.css';

type Category = NonNullable<StatementCategoriesQuery['page']>['content'][number];
type Choices = Readonly<Record<string, StatementLine | null>>;

const NONE = 'NONE';
const OPTIONS = [
  ...STATEMENT_LINES.map((value) => ({ value: value as string, label: statementLineLabel(value) })),
  { value: NONE, label: statementLineLabel(null) },
];

const lineOf = ({ statementLine }: Category): StatementLine | null =>
  isStatementLine(statementLine) ? statementLine : null;

/** All categories; the ones without a line come first. */
const useCategories = () =>
  useAllRows({
    document: StatementCategoriesDocument,
    variables: {},
    pageOf: (data: StatementCategoriesQuery) => data.page,
    withPage: (data, page) => ({ ...data, page }),
    fresh: true,
  });

/** Saves the lines of categories at once, and offers to put them back. */
const useClassify = () => {
  const [classify, { loading }] = useClassifyCategoriesMutation({
    refetchQueries: [FinancialStatementDocument],
    awaitRefetchQueries: true,
  });
  const put = async (items: { id: string; version: number; statementLine: StatementLine | null }[]) =>
    (await classify({ variables: { items } })).data?.classifyCategories.categories ?? [];
  const save = async (changed: readonly Category[], choices: Choices): Promise<void> => {
    const after = await put(changed.map(({ id, version }) => ({ id, version, statementLine: choices[id] ?? null })));
    const undo = async () => {
      await put(
        after.map(({ id, version }) => {
          const before = changed.find((one) => one.id === id);
          return { id, version, statementLine: before ? lineOf(before) : null };
        }),
      );
      notifySuccess('As categorias voltaram para as linhas de antes');
    };
    notifyUndo(`${counted(changed.length, 'categoria classificada', 'categorias classificadas')}`, () => {
      undo().catch(notifyFailure);
    });
  };
  return { save, loading };
};

interface LinesDialogProps {
  statement: Statement | undefined;
  view: StatementView;
  /** Only categories without a line that have values in the statement. */
  onlyLoose: boolean;
}

const totalsOf = (statement: Statement | undefined): ReadonlyMap<string, string> =>
  new Map(
    (statement?.rows ?? []).flatMap(({ categoryId, total }) => (categoryId ? [[categoryId, total] as const] : [])),
  );

/** "Linhas e categorias", and what "Classificar" opens: each category with its line, saved together. */
export const LinesDialog = ({ statement, view, onlyLoose }: LinesDialogProps) => {
  const { page, error, refetch } = useCategories();
  const [choices, setChoices] = useState<Choices>({});
  const { save, loading } = useClassify();
  const totals = totalsOf(statement);
  const all = page?.content ?? [];
  const loose = all.filter((one) => lineOf(one) === null);
  const shown = onlyLoose
    ? loose.filter(({ id }) => totals.has(id))
    : [...loose, ...all.filter((one) => lineOf(one) !== null && (one.active || totals.has(one.id)))];
  const changed = all.filter((one) => one.id in choices && choices[one.id] !== lineOf(one));
  const suggestions = Object.fromEntries(
    shown.flatMap((one) => {
      const line = lineOf(one) === null ? suggestedLine(one.type, one.name) : null;
      return line && !(one.id in choices) ? [[one.id, line] as const] : [];
    }),
  );
  const close = () => view.openLines(null);
  const submit = () => save(changed, choices).then(close, notifyFailure);
  return (
    <Dialog
      open
      wide
      onClose={close}
      title={onlyLoose ? 'Classificar' : 'Linhas e categorias'}
      actions={
        <>
          <Button onClick={close}>Cancelar</Button>
          <Button variant="primary" busy={loading} disabled={changed.length === 0} onClick={() => void submit()}>
            {changed.length === 0 ? 'Salvar' : `Salvar ${counted(changed.length, 'categoria')}`}
          </Button>
        </>
      }
    >
      <p className={styles.about}>
        Cada categoria soma em uma linha do demonstrativo, em todas as empresas da conta. O que fica sem linha aparece
        como “Não classificado”. <Link to={CATEGORIES}>Abrir o cadastro de categorias</Link>
      </p>
      {Object.keys(suggestions).length > 0 && (
        <Button size="small" onClick={() => setChoices({ ...choices, ...suggestions })}>
          Aceitar {counted(Object.keys(suggestions).length, 'sugestão', 'sugestões')} pelo nome
        </Button>
      )}
      {error && !page ? (
        <ErrorState message={errorText(error)} onRetry={() => void refetch()} />
      ) : !page ? (
        <Skeleton rows={6} />
      ) : (
        <>
          {shown.length === 0 && <EmptyState title="Todas as categorias têm linha" />}
          <ul className={styles.list} aria-label="Categorias">
            {shown.map((one) => (
              <CategoryLine
                key={one.id}
                category={one}
                total={totals.get(one.id)}
                chosen={one.id in choices ? (choices[one.id] ?? null) : lineOf(one)}
                suggestion={suggestions[one.id]}
                onChoose={(line) => setChoices({ ...choices, [one.id]: line })}
              />
            ))}
          </ul>
          <WithoutCategory statement={statement} view={view} />
        </>
      )}
    </Dialog>
  );
};

interface CategoryLineProps {
  category: Category;
  total: string | undefined;
  chosen: StatementLine | null;
  suggestion: StatementLine | undefined;
  onChoose: (line: StatementLine | null) => void;
}

const CategoryLine = ({ category, total, chosen, suggestion, onChoose }: CategoryLineProps) => (
  <li className={styles.row}>
    <span className={styles.name}>
      {category.name}
      <small>
        {[category.type === 'CREDIT' ? 'Receita' : 'Despesa', total && amountText(total)].filter(Boolean).join(' · ')}
      </small>
    </span>
    <span className={styles.choice}>
      <Select
        ariaLabel={`Linha de ${category.name}`}
        value={chosen ?? NONE}
        options={OPTIONS}
        onChange={(line) => onChoose(isStatementLine(line) ? line : null)}
      />
      {suggestion && (
        <button type="button" className={styles.suggestion} onClick={() => onChoose(suggestion)}>
          Sugestão: {statementLineLabel(suggestion)}
        </button>
      )}
    </span>
  </li>
);

/** Documents without a category need one, which their list gives them. */
const WithoutCategory = ({ statement, view }: { statement: Statement | undefined; view: StatementView }) => {
  const rows = (statement?.rows ?? []).filter(({ figure }) => figure.startsWith('without-'));
  return rows.map(({ figure, label, total, type }) => {
    const { regime, from, to, buildingId } = view;
    const [list] = listsOf({ regime, figure, from, to, buildingId, types: [type] });
    return (
      <p key={figure} className={styles.loose}>
        {label}: {amountText(total)}. {list && <Link to={list.address}>Dar categoria a elas</Link>}
      </p>
    );
  });
};
