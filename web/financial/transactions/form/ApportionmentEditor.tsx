import { apportionmentPercentage } from '#domain/apportionment.ts';
import { formatPercentage, isPositive, ZERO } from '#domain/money.ts';
import { SumCheck } from '#web/form/document/SumCheck.tsx';
import { AddIcon, DeleteIcon, RefreshIcon } from '#web/ui/icons.ts';
import { Button, Checkbox, Combobox, IconButton, MoneyInput, MoneyText, Problem, useIsPhone } from '#web/ui/index.ts';
import { useFocusAfterRemoval } from '#web/ui/useFocusAfterRemoval.ts';
import {
  addApportionment,
  apportionEqually,
  removeApportionment,
  setApportionment,
  setPercentage,
  type ShareEdit,
} from './edits.ts';
import type { Problems } from '#web/form/useForm.ts';
import {
  apportioned,
  apportionmentPath,
  totalOf,
  unapportioned,
  type Apportioned,
  type FormApportionment,
} from './model.ts';
import { ApportionmentBar, colorOf } from './ApportionmentBar.tsx';
import type { KeyboardEvent } from 'react';
import { useBuildingChoice } from '#web/choices/useBuildingChoice.ts';
import { useStageChoice } from '#web/choices/useStageChoice.ts';
import styles from './Apportionment.module.css';
import layout from '#web/form/document/document.module.css';

interface ApportionedState {
  form: Apportioned;
  problems: Problems;
  edit: (edit: ShareEdit) => void;
}

export interface ApportionmentEditorProps {
  state: ApportionedState;
  readOnly: boolean;
  /** The total is 100.00: shares have a percentage and no value. */
  percentagesOnly?: boolean;
  /** Sum of the shares of buildings that the user may not see. */
  otherBuildingsValue: string | null;
  /** What the shares are part of, where it is not the value of the document: "pelo bruto". */
  hint?: string | undefined;
}

/** "Rateio por obra": building, stage, percentage or value, and the rest to apportion. */
export const ApportionmentEditor = ({
  state,
  readOnly,
  percentagesOnly = false,
  otherBuildingsValue,
  hint,
}: ApportionmentEditorProps) => {
  const { form, problems, edit } = state;
  const rows = form.apportionments;
  const { ref: rowsRef, removing } = useFocusAfterRemoval<HTMLElement>(
    'button[aria-label^="Remover obra"]',
    '[data-adds] button',
  );
  return (
    <section ref={rowsRef} className={layout.section} aria-labelledby="transaction-apportionment">
      <div className={layout.headingRow}>
        <h3 id="transaction-apportionment" className={layout.heading}>
          Rateio por obra
        </h3>
        {hint !== undefined && <span className={layout.headingHint}>{hint}</span>}
        {!readOnly && (
          <div className={layout.headingActions} data-adds="">
            {rows.length > 1 && (
              <Button variant="subtle" icon={<RefreshIcon />} onClick={() => edit(apportionEqually)}>
                Dividir igualmente
              </Button>
            )}
            <Button icon={<AddIcon />} onClick={() => edit(addApportionment)}>
              Obra
            </Button>
          </div>
        )}
      </div>
      {rows.length === 0 && otherBuildingsValue === null && (
        <p className={layout.empty}>
          Sem obra: o valor fica na empresa. Inclua uma ou mais obras para apropriar o custo por etapa.
        </p>
      )}
      {rows.length > 0 && <ApportionmentBar apportionments={rows} total={totalOf(form)} />}
      {rows.length > 0 && !readOnly && (
        <div className={styles.titles} aria-hidden="true">
          <span>Obra</span>
          <span>Etapa do orçamento</span>
          <span>%</span>
          <span>{!percentagesOnly && 'Valor (R$)'}</span>
          <span>Cobrar cliente</span>
        </div>
      )}
      {rows.map((row, index) => (
        <ApportionmentRow
          key={row.key}
          row={row}
          index={index}
          state={state}
          readOnly={readOnly}
          percentagesOnly={percentagesOnly}
          onRemove={() => {
            removing(index);
            edit(removeApportionment(row.key));
          }}
        />
      ))}
      {otherBuildingsValue !== null && (
        <div className={styles.others}>
          <span>outras obras</span>
          {percentagesOnly ? formatPercentage(otherBuildingsValue) : <MoneyText value={otherBuildingsValue} />}
        </div>
      )}
      {rows.length > 0 && otherBuildingsValue === null && (
        <div className={styles.sum}>
          <span>Soma do rateio</span>
          <MoneyText value={apportioned(form)} symbol={false} strong />
          {isPositive(totalOf(form)) && (
            <SumCheck
              left={unapportioned(form)}
              percentage={percentagesOnly}
              whole={hint === undefined ? undefined : 'o bruto'}
            />
          )}
        </div>
      )}
      {problems.apportionments !== undefined && <Problem>{problems.apportionments}</Problem>}
    </section>
  );
};

interface RowProps {
  row: FormApportionment;
  index: number;
  state: ApportionedState;
  readOnly: boolean;
  percentagesOnly: boolean;
  onRemove: () => void;
}

const ApportionmentRow = ({ row, index, state, readOnly, percentagesOnly, onRemove }: RowProps) => {
  const { form, problems, edit } = state;
  const phone = useIsPhone();
  const buildings = useBuildingChoice();
  const stages = useStageChoice(row.building?.id ?? null);
  const taken = new Set(form.apportionments.filter((one) => one !== row).map((one) => one.building?.id));
  const total = totalOf(form);
  const value = row.grossValue || ZERO;
  const problemOf = (part: 'building' | 'stage' | 'grossValue') => problems[`apportionments.${index}.${part}`];
  const [percentageProblem, valueProblem] = [
    problems[apportionmentPath(row.key, 'percentage')],
    problems[apportionmentPath(row.key, 'grossValue')] ?? problemOf('grossValue'),
  ];
  const found = [
    problems[apportionmentPath(row.key, 'building')] ?? problemOf('building'),
    problems[apportionmentPath(row.key, 'stage')] ?? problemOf('stage'),
    percentageProblem,
    valueProblem,
  ].filter(Boolean);
  const name = `do rateio ${index + 1}`;
  const createBuilding = async (typed: string) => {
    const building = await buildings.create?.(typed);
    if (building) edit(setApportionment(row.key, { building, stage: null }));
  };
  const addByEnter = (event: KeyboardEvent) => {
    // Enter in a list of obras or stages chooses one of it.
    const isField = event.target instanceof HTMLInputElement && event.target.getAttribute('role') !== 'combobox';
    if (event.key !== 'Enter' || !isField || row !== form.apportionments.at(-1)) return;
    // The amount is read before the rest of it goes to the new line, whose obra then has the focus.
    edit(addApportionment);
  };
  if (readOnly) return <ReadOnlyRow row={row} index={index} total={total} percentagesOnly={percentagesOnly} />;
  return (
    <div className={styles.row} role="group" aria-label={`Rateio ${index + 1}`} onKeyDown={addByEnter}>
      <span className={styles.swatch} style={{ background: colorOf(index) }} aria-hidden="true" />
      <div className={styles.building}>
        <Combobox
          ariaLabel={`Obra ${name}`}
          path={apportionmentPath(row.key, 'building')}
          invalid={problemOf('building') !== undefined}
          placeholder="Obra"
          value={row.building}
          autoFocus={row.building === null && /^r\d+$/.test(row.key)}
          clearable={false}
          onChange={(building) => edit(setApportionment(row.key, { building, stage: null }))}
          options={buildings.options.map((option) => ({ ...option, disabled: taken.has(option.id) }))}
          onCreate={buildings.create && ((typed) => void createBuilding(typed))}
          createVerb="Cadastrar"
        />
      </div>
      <div className={styles.stage}>
        <Combobox
          ariaLabel={`Etapa ${name}`}
          path={apportionmentPath(row.key, 'stage')}
          invalid={problemOf('stage') !== undefined}
          placeholder="sem etapa"
          value={row.stage}
          disabled={row.building === null}
          onChange={(stage) => edit(setApportionment(row.key, { stage }))}
          options={stages.options}
          loading={stages.loading}
        />
      </div>
      <div className={styles.percentage} data-label="%">
        <MoneyInput
          path={apportionmentPath(row.key, 'percentage')}
          kind="percentage"
          ariaLabel={`Percentual ${name}`}
          value={isPositive(total) ? apportionmentPercentage(value, total) : ''}
          onChange={(percentage) => edit(setPercentage(row.key, percentage))}
        />
      </div>
      <div className={styles.value} data-label={percentagesOnly ? undefined : 'Valor (R$)'}>
        {!percentagesOnly && (
          <MoneyInput
            path={apportionmentPath(row.key, 'grossValue')}
            invalid={valueProblem !== undefined}
            ariaLabel={`Valor ${name}`}
            value={row.grossValue}
            onChange={(grossValue) => edit(setApportionment(row.key, { grossValue }))}
          />
        )}
      </div>
      <div className={styles.charged}>
        <Checkbox
          label={phone ? 'Cobrar do cliente' : undefined}
          ariaLabel={phone ? undefined : `Cobrar do cliente ${name}`}
          checked={row.isCustomerCharged}
          onChange={(isCustomerCharged) => edit(setApportionment(row.key, { isCustomerCharged }))}
        />
      </div>
      <div className={styles.remove}>
        <IconButton label={`Remover obra ${name}`} icon={<DeleteIcon />} onClick={onRemove} />
      </div>
      {found.length > 0 && (
        <p role="alert" className={`${layout.problem} ${styles.problem}`}>
          {found.join('. ')}
        </p>
      )}
    </div>
  );
};

interface ReadOnlyProps extends Pick<RowProps, 'row' | 'index' | 'percentagesOnly'> {
  total: string;
}

const ReadOnlyRow = ({ row, index, total, percentagesOnly }: ReadOnlyProps) => (
  <div className={styles.readRow}>
    <span className={styles.swatch} style={{ background: colorOf(index) }} aria-hidden="true" />
    <span className={styles.readName}>
      {row.building?.label} <span className={styles.readStage}>· {row.stage?.label ?? 'sem etapa'}</span>
    </span>
    <span>{apportionmentPercentage(row.grossValue || ZERO, total).replace('.', ',')}%</span>
    {!percentagesOnly && <MoneyText value={row.grossValue || ZERO} symbol={false} />}
  </div>
);
