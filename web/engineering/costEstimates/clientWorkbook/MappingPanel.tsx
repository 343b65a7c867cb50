import { WRITTEN_COLUMNS, type ClientColumn } from '#domain/engineering/estimate/clientColumns.ts';
import { letters } from '#domain/files/workbook.ts';
import { errorText, fieldProblems } from '#web/client/errors.ts';
import { useCostEstimateClientWorkbookPreviewQuery } from '#web/generated/engineering.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { Banner, Button, Card, Checkbox, Field, Select } from '#web/ui/index.ts';
import { useState } from 'react';
import { CheckPanel } from './CheckPanel.tsx';
import styles from './clientWorkbook.module.css';
import {
  COLUMN_LABELS,
  columnOptions,
  layoutOf,
  layoutOfSheet,
  READ_COLUMNS,
  withColumn,
  type Layout,
  type Sheet,
  type Workbook,
} from './layout.ts';
import type { ClientWorkbookState } from './useClientWorkbook.ts';

interface MappingPanelProps {
  workbook: Workbook;
  state: ClientWorkbookState;
  estimateId: string;
  onConfirmed: (fill: boolean) => void;
}

/** What is refused, by the path of its field. */
type Problems = ReadonlyMap<string, string>;

/** Refusals of anything else, such as the file, have no field here. */
const LAYOUT = 'layout.';

interface ColumnsProps {
  sheet: Sheet | undefined;
  layout: Layout;
  names: readonly ClientColumn[];
  problems: Problems;
  onChange: (layout: Layout) => void;
}

const Columns = ({ sheet, layout, names, problems, onChange }: ColumnsProps) => {
  const options = sheet ? columnOptions(sheet, layout.headerRow) : [];
  return (
    <div className={styles.columns}>
      {names.map((name) => (
        <Field
          key={name}
          label={COLUMN_LABELS[name]}
          required={name === 'description'}
          error={problems.get(`layout.columns.${name}`)}
        >
          <Select
            value={layout.columns[name] ?? ''}
            options={[{ value: '', label: 'Não tem' }, ...options]}
            onChange={(letter) => onChange(withColumn(layout, name, letter))}
          />
        </Field>
      ))}
    </div>
  );
};

/** The first rows of a sheet around its titles, as the client sees them. */
const HeadTable = ({ sheet, layout }: { sheet: Sheet; layout: Layout }) => {
  const rows = sheet.rows.filter(({ number }) => number >= layout.headerRow - 1 && number <= layout.headerRow + 6);
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const meanings = new Map(
    Object.entries(layout.columns).map(([name, at]) => [at, COLUMN_LABELS[name as ClientColumn]]),
  );
  const columns = Array.from({ length: width }, (_, column) => letters(column));
  return (
    <div className={styles.head} tabIndex={0} role="region" aria-label={`Primeiras linhas de ${sheet.name}`}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>Linha</th>
            {columns.map((column) => (
              <th key={column}>
                {column}
                {meanings.has(column) && <span className={styles.meaning}>{meanings.get(column)}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ number, cells }) => (
            <tr key={number} data-group={number <= layout.headerRow || undefined}>
              <td className={styles.quiet}>{number}</td>
              {columns.map((column, index) => (
                <td key={column}>{cells[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** Says what each column of the workbook is, and shows what follows before it is stored. */
export const MappingPanel = ({ workbook, state, estimateId, onConfirmed }: MappingPanelProps) => {
  const { companyId } = usePlace();
  const [layout, setLayout] = useState(() => layoutOf(workbook.proposed, workbook.sheets));
  const [withPrices, setWithPrices] = useState(true);
  const sheet = workbook.sheets.find(({ name }) => name === layout.sheet);
  const { description = '', ...columns } = layout.columns;
  const { data, previousData, error, loading } = useCostEstimateClientWorkbookPreviewQuery({
    variables: { companyId, id: estimateId, layout: { ...layout, columns: { ...columns, description } } },
    ...{ skip: description === '', fetchPolicy: 'no-cache', context: { quiet: true } },
  });
  const check = description === '' || error ? null : (data ?? previousData)?.costEstimateClientWorkbookPreview;
  const fill = workbook.canFill;
  const refused = error ?? state.refusal;
  const problems: Problems = new Map([
    ...(description === '' ? [['layout.columns.description', 'Escolha a coluna da descrição.'] as const] : []),
    ...(refused ? fieldProblems(refused).map(({ path, message }) => [path, message] as const) : []),
  ]);
  const change = (next: Layout) => {
    state.forgetRefusal();
    setLayout(next);
  };
  const confirm = async () => {
    if (await state.confirm(layout, { fill, withPrices })) onConfirmed(fill);
  };
  return (
    <>
      {workbook.remembered && (
        <Banner tone="info">As colunas são as da última planilha deste cliente com os mesmos títulos. Confira.</Banner>
      )}
      <Card title="O que é cada coluna" meta="o que a planilha não tem fica em “Não tem”">
        <div className={styles.columns}>
          <Field label="Aba" error={problems.get('layout.sheet')}>
            <Select
              value={layout.sheet}
              options={workbook.sheets.map(({ name, hidden }) => ({
                value: name,
                label: hidden ? `${name} (oculta)` : name,
              }))}
              onChange={(name) => change(layoutOfSheet(name, workbook))}
            />
          </Field>
          <Field label="Última linha dos títulos" error={problems.get('layout.headerRow')}>
            <Select
              value={String(layout.headerRow)}
              options={(sheet?.rows ?? []).map(({ number, cells }) => ({
                value: String(number),
                label: `${number} · ${cells
                  .filter((text) => text !== '')
                  .join(' | ')
                  .slice(0, 60)}`,
              }))}
              onChange={(number) => change({ ...layout, headerRow: Number(number) })}
            />
          </Field>
        </div>
        <h3 className={styles.subtitle}>Lidas da planilha</h3>
        <Columns {...{ sheet, layout }} names={READ_COLUMNS} {...{ problems }} onChange={change} />
        <h3 className={styles.subtitle}>Preenchidas pelo orçamento, onde não há fórmula</h3>
        <Columns {...{ sheet, layout }} names={WRITTEN_COLUMNS} {...{ problems }} onChange={change} />
        {sheet && <HeadTable {...{ sheet, layout }} />}
      </Card>
      {error && !fieldProblems(error).some(({ path }) => path.startsWith(LAYOUT)) && (
        <Banner tone="error">{errorText(error, 'Falha para buscar planilha do cliente')}</Banner>
      )}
      {WRITTEN_COLUMNS.every((name) => layout.columns[name] === undefined) && (
        <Banner tone="warning">
          Nenhuma coluna recebe figuras do orçamento: a planilha volta como veio. Escolha a de um preço ou a do total.
        </Banner>
      )}
      <div className={styles.confirm}>
        {fill && layout.columns.unitPrice !== undefined && (
          <Checkbox label="Trazer os preços sem BDI da planilha" checked={withPrices} onChange={setWithPrices} />
        )}
        <Button variant="primary" disabled={!check || loading} busy={state.saving} onClick={() => void confirm()}>
          {fill ? 'Criar linhas do orçamento' : 'Ligar ao orçamento'}
        </Button>
      </div>
      {check && <CheckPanel check={check} />}
    </>
  );
};
