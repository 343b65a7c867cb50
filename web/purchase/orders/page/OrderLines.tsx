import { formatMoney, formatUnitPrice } from '#domain/numberFormat.ts';
import { liveQuantity, type OrderFigures } from '#domain/purchase/orders/figures.ts';
import { againstLastPrices, againstLastText } from '#domain/purchase/orders/prices.ts';
import { useStageChoice } from '#web/choices/useStageChoice.ts';
import { notifyUndo } from '#web/client/notify.ts';
import { useCells } from '#web/form/lines/cells.ts';
import { LineGrid } from '#web/form/lines/LineGrid.tsx';
import { LineSearch } from '#web/form/lines/LineSearch.tsx';
import { PasteDialog } from '#web/form/lines/PasteDialog.tsx';
import type { FormHistory } from '#web/form/lines/useHistory.ts';
import { useStable } from '#web/form/useStable.ts';
import type { OrderCandidateFragment } from '#web/generated/purchase.ts';
import { BrandIcon, PasteIcon } from '#web/ui/icons.ts';
import { Button, Card, Problem } from '#web/ui/index.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { useState } from 'react';
import { cancelLine, removeLine, restoreLine, setLine, setLines, setStages } from './edits.ts';
import { isReceived, missingOf, orderLine } from './figures.ts';
import { lineColumns, lineProblem } from './lineColumns.tsx';
import type { FormLine, OrderForm, OrderFormState } from './form.ts';
import styles from './order.module.css';
import { StageDialog } from './StageDialog.tsx';
import type { OrderCheckState } from './useOrderCheck.ts';
import { useLineAdding } from './useLineAdding.ts';

interface OrderLinesProps {
  state: OrderFormState;
  history: FormHistory<OrderForm>;
  figures: OrderFigures;
  check: OrderCheckState | null;
  readOnly: boolean;
}

const keyOf = ({ key }: FormLine): string => key;

const Candidate = ({ code, name, unit, purchaseUnit, price, productTable }: OrderCandidateFragment) => (
  <span className={styles.candidate}>
    <span className={styles.candidateName}>
      <span className={styles.code}>{code}</span> {name}
    </span>
    <span className={styles.quiet}>
      {[productTable?.source === 'GO' ? null : productTable?.name, (purchaseUnit ?? unit)?.acronyms]
        .filter(Boolean)
        .join(' · ')}
      {price !== null && ` · ref. ${formatUnitPrice(price)}`}
    </span>
  </span>
);

/** Which lines are chosen; those that are gone are not. */
const useChosen = (lines: readonly FormLine[]) => {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const chosen = new Set(lines.map(keyOf).filter((key) => keys.has(key)));
  const choose = (key: string, now: boolean) =>
    setKeys(new Set(now ? [...chosen, key] : [...chosen].filter((one) => one !== key)));
  return { chosen, choose, clear: () => setKeys(new Set()) };
};

/** Cancels stored lines, takes new ones away, and reopens. */
const useLineCommands = ({ edit }: OrderFormState, history: FormHistory<OrderForm>) => {
  const reopen = (line: FormLine) => history.edit(setLine(line.key, { canceled: false }));
  const remove = (line: FormLine, index: number) => {
    const name = line.name || line.code;
    if (line.canceled) return;
    if (isReceived(line)) edit(cancelLine(line.key));
    else if (line.id === null) {
      history.edit(removeLine(line.key));
      notifyUndo('Item retirado', () => history.edit(restoreLine(line, index)), name);
    } else {
      history.edit(cancelLine(line.key));
      notifyUndo('Item cancelado', () => reopen(line), name);
    }
  };
  return { reopen, remove };
};

/** By how much the lines are above or below what was paid last for their inputs. */
const AgainstLast = ({ lines, check }: { lines: readonly FormLine[]; check: OrderCheckState | null }) => {
  const difference = againstLastPrices(
    lines.map((line) => ({
      quantity: liveQuantity(orderLine(line)),
      price: line.price || '0',
      lastPrice: line.price === '' ? null : (check?.prices.get(line.key)?.lastPaid?.price ?? null),
    })),
  );
  return difference === null ? null : <span className={styles.quiet}>{againstLastText(difference)}</span>;
};

const removalOf = ({ id, canceled }: FormLine) =>
  id === null ? { label: 'Retirar' } : { label: 'Cancelar item', disabled: canceled };

/** The items of an order: the grid with its search, its paste, and the stage of many at once. */
export const OrderLines = ({ state, history, figures, check, readOnly }: OrderLinesProps) => {
  const { form, problems } = state;
  const cells = useCells();
  const adding = useLineAdding(form, history, cells);
  const stages = useStageChoice(form.building?.id ?? null);
  const { chosen, choose, clear } = useChosen(form.lines);
  const commands = useLineCommands(state, history);
  const [asked, setAsked] = useState<'paste' | 'stage' | null>(null);
  const { live, missing } = missingOf(form.lines);
  const targets = new Set(
    form.lines.filter((line) => !line.canceled && (chosen.size === 0 || chosen.has(line.key))).map(keyOf),
  );
  const onType = useStable(({ key }: FormLine, field: 'quantity' | 'price', value: string) =>
    history.edit(setLine(key, { [field]: value }), `${field}.${key}`),
  );
  const onStage = useStable(({ key }: FormLine, stage: Option | null) => history.edit(setLine(key, { stage })));
  const columns = lineColumns({
    ...{ figures, check, problems, readOnly, stages, chosen, onChoose: choose },
    ...{ onType, onStage, onReopen: commands.reopen, onSearch: adding.search },
  });
  return (
    <Card className={styles.lines}>
      <div className={styles.linesHead}>
        <h2 className={styles.heading}>Itens</h2>
        {live > 0 && (
          <span className={styles.quiet}>
            {missing} de {live} a receber
          </span>
        )}
        {!readOnly && (
          <span className={styles.linesActions}>
            <Button variant="subtle" size="small" icon={<PasteIcon />} onClick={() => setAsked('paste')}>
              Colar planilha
            </Button>
            <Button size="small" icon={<BrandIcon />} disabled={targets.size === 0} onClick={() => setAsked('stage')}>
              Etapa em lote
            </Button>
          </span>
        )}
      </div>
      {problems.lines !== undefined && <Problem>{problems.lines}</Problem>}
      <LineGrid
        className={styles.wide}
        ariaLabel="Itens do pedido"
        cells={cells}
        lines={form.lines}
        keyOf={keyOf}
        columns={columns}
        readOnly={readOnly}
        onChange={(lines) => history.edit(setLines(lines))}
        onRemove={commands.remove}
        removal={removalOf}
        onUndo={history.undo}
        onRedo={history.redo}
        actions={(line) =>
          line.canceled && !readOnly ? [{ label: 'Reabrir', onClick: () => commands.reopen(line) }] : []
        }
        problem={(line, index) => lineProblem(problems, line, index) ?? line.unknown ?? undefined}
        onPasteText={adding.paste}
        add={
          <LineSearch
            ariaLabel="Incluir insumo"
            placeholder="Código ou nome do insumo"
            keyOf={({ id }) => id}
            find={adding.find}
            isDisabled={() => false}
            render={(candidate) => <Candidate {...candidate} />}
            onChoose={adding.choose}
            asked={adding.asked}
          />
        }
      />
      <div className={styles.sum}>
        <strong>Soma dos itens</strong>
        <AgainstLast lines={form.lines} check={check} />
        <strong className={styles.number}>{formatMoney(figures.linesValue)}</strong>
      </div>
      {asked === 'stage' && (
        <StageDialog
          count={targets.size}
          all={chosen.size === 0}
          stages={stages}
          onClose={() => setAsked(null)}
          onChoose={(stage) => {
            setAsked(null);
            history.edit(setStages(targets, stage));
            clear();
          }}
        />
      )}
      {asked === 'paste' && (
        <PasteDialog
          title="Colar da planilha"
          hint="Uma linha por item: código ou nome, quantidade e preço, separados por tabulação ou ponto e vírgula"
          onClose={() => setAsked(null)}
          onPaste={(text) => {
            setAsked(null);
            adding.pasteLines(text);
          }}
        />
      )}
    </Card>
  );
};
