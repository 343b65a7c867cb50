import { notifyFailure } from '#web/client/notify.ts';
import { CandidateRow } from '#web/engineering/tasks/editor/CandidateRow.tsx';
import { useCells } from '#web/form/lines/cells.ts';
import { LineGrid } from '#web/form/lines/LineGrid.tsx';
import { LineSearch, type Found } from '#web/form/lines/LineSearch.tsx';
import { FindResourcesDocument, type CandidateFragment } from '#web/generated/engineering.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import {
  Banner,
  Button,
  Dialog,
  Problem,
  ReadingContext,
  StatusPill,
  unreadProblems,
  useReading,
} from '#web/ui/index.ts';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { failures } from '../../words.ts';
import { differenceOf, lineOfFound, type CompositionLines } from '../model/composition.ts';
import type { CompositionLine, EstimateRow, Rows } from '../model/rows.ts';
import { columnsOf, priceText, problemOf, unreadOf } from './columns.tsx';
import styles from './composition.module.css';
import { Difference, signed } from './Difference.tsx';
import {
  pricesOfInputs,
  readRegistered,
  readStored,
  typedComposition,
  type ReadComposition,
  type Resources,
} from './readComposition.ts';
import { useLines } from './useLines.ts';

export interface CompositionDialogProps {
  estimateId: string;
  row: EstimateRow;
  rows: Rows;
  resources: Resources;
  writable: boolean;
  onApply: (lines: CompositionLines) => void;
  /** It takes the lines of the register again. */
  onReset: (registered: ReadComposition) => void;
  onClose: () => void;
}

const NOT_STORED = 'Salve o orçamento para mudar esta composição só nele.';
const TAKEN = 'Volta ao cadastro quando o orçamento for salvo.';

/** The composition of a row: as it is stored, as it was typed, or that of the register before the first save. */
const useComposition = ({ estimateId, row, rows, resources }: CompositionDialogProps): ReadComposition | null => {
  const { companyId } = usePlace();
  const client = useApolloClient();
  const [read, setRead] = useState<ReadComposition | null>(() => (row.lines ? shownOf(row, row.lines) : null));
  useEffect(() => {
    if (row.lines !== null) return;
    const estimate = { companyId, id: estimateId, rows, resources };
    (row.resourceId === null ? readRegistered(client, estimate, row.taskId ?? '') : readStored(client, estimate, row))
      .then(setRead)
      .catch((error: unknown) => notifyFailure(error, failures.one));
    // Once: what the dialog shows does not change while it is open.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return read;
};

const shownOf = (row: EstimateRow, lines: CompositionLines): ReadComposition => {
  const typed = typedComposition(lines);
  return row.fromRegister ? { ...typed, unitPrice: row.unitPrice } : typed;
};

/** The composition of a row in this estimate alone: read, changed, compared with the register, given back to it. */
export const CompositionDialog = (props: CompositionDialogProps) => {
  const { row, onClose } = props;
  const read = useComposition(props);
  if (read !== null) return <OpenComposition {...props} read={read} />;
  return (
    <Dialog open wide onClose={onClose} title={row.description} actions={<Button onClick={onClose}>Fechar</Button>}>
      Carregando…
    </Dialog>
  );
};

const OpenComposition = ({ read, ...props }: CompositionDialogProps & { read: ReadComposition }) => {
  const { row, rows, resources, onApply, onReset, onClose } = props;
  const client = useApolloClient();
  const cells = useCells();
  const reading = useReading();
  const { lines, edit, undo, redo } = useLines(read.lines);
  const [registered, setRegistered] = useState<ReadComposition | null>(null);
  const [checked, setChecked] = useState(false);
  const writable = props.writable && row.resourceId !== null && !row.fromRegister;
  const touched = lines !== read.lines;
  const now = touched ? typedComposition(lines) : read;
  const unread = unreadProblems(reading.unread);
  const problems = lines.map((line) => problemOf(line, unread));
  const changed = (row.changed || row.lines !== null || touched) && !row.fromRegister;
  const setLine = (key: string, values: Partial<CompositionLine>, tag?: string) =>
    edit((all) => all.map((line) => (line.key === key ? { ...line, ...values } : line)), tag);
  const apply = () => {
    setChecked(true);
    if (lines.length === 0 || problems.some((problem) => problem !== undefined)) return;
    if (touched) onApply(lines);
    onClose();
  };
  const compare = () => {
    readRegistered(client, { rows, resources }, row.taskId ?? '')
      .then(setRegistered)
      .catch((error: unknown) => notifyFailure(error, failures.one));
  };
  const prices = pricesOfInputs(rows);
  const add = (
    <LineSearch<CandidateFragment>
      ariaLabel="Incluir item"
      placeholder="Insumo, composição ou código"
      keyOf={({ kind, id }) => `${kind}-${id}`}
      find={async (search): Promise<Found<CandidateFragment>> => {
        const { data } = await client.query({
          ...{ query: FindResourcesDocument, variables: { search, taskId: row.taskId }, fetchPolicy: 'network-only' },
          context: { quiet: true },
        });
        return { content: data?.resources?.content ?? [], total: data?.resources?.totalElements ?? 0 };
      }}
      isDisabled={({ circle }) => circle !== null}
      render={(candidate) => <CandidateRow candidate={candidate} />}
      onChoose={(found) => {
        const here = resources.find((one) => (found.kind === 'PRODUCT' ? one.productId : one.taskId) === found.id);
        const known = (found.kind === 'PRODUCT' ? prices.get(found.id) : undefined) ?? here?.unitPrice;
        const line = lineOfFound(found, known);
        edit((all) => [...all, line]);
        cells.focusNext(line.key, 'quantity');
      }}
    />
  );
  const buttons = () => {
    if (registered) {
      return (
        <>
          <Button onClick={() => setRegistered(null)}>Ver itens</Button>
          {writable && (
            <Button
              variant="primary"
              onClick={() => {
                onReset(registered);
                onClose();
              }}
            >
              Voltar ao cadastro
            </Button>
          )}
        </>
      );
    }
    return (
      <>
        {row.taskId !== null && row.resourceId !== null && !row.fromRegister && (
          <Button variant="subtle" onClick={compare}>
            Comparar com o cadastro
          </Button>
        )}
        <Button onClick={onClose}>{writable ? 'Cancelar' : 'Fechar'}</Button>
        {writable && (
          <Button variant="primary" onClick={apply}>
            Aplicar
          </Button>
        )}
      </>
    );
  };
  const difference =
    registered?.unitPrice == null || now.unitPrice === null ? null : differenceOf(now.unitPrice, registered.unitPrice);
  return (
    <Dialog open wide onClose={onClose} title={row.description} actions={buttons()}>
      <ReadingContext value={reading}>
        <div className={styles.stack}>
          <div className={styles.head}>
            <span>
              {row.code} · preço por {row.unit}: <strong>{priceText(now.unitPrice)}</strong>
            </span>
            {changed && <StatusPill tone="warning">Alterada neste orçamento</StatusPill>}
            {registered && (
              <span>
                no cadastro: <strong>{priceText(registered.unitPrice)}</strong>
                {difference !== null && difference !== '0.0000' && <> · diferença: {signed(difference)}</>}
              </span>
            )}
          </div>
          {props.writable && row.resourceId === null && <Banner tone="info">{NOT_STORED}</Banner>}
          {row.fromRegister && <Banner tone="info">{TAKEN}</Banner>}
          {registered ? (
            <Difference here={now} registered={registered} />
          ) : (
            <>
              {checked && lines.length === 0 && <Problem>Inclua ao menos um item.</Problem>}
              <LineGrid
                ariaLabel="Itens da composição"
                cells={cells}
                lines={lines}
                keyOf={({ key }) => key}
                columns={columnsOf({
                  totalOf: now.totalOf,
                  onQuantity: ({ key }, quantity) => setLine(key, { quantity }, `quantity.${key}`),
                  onPrice: ({ key }, unitPrice) => setLine(key, { unitPrice }, `price.${key}`),
                })}
                readOnly={!writable}
                onChange={(next) => edit(() => next)}
                onRemove={({ key }) => edit((all) => all.filter((line) => line.key !== key))}
                onUndo={undo}
                onRedo={redo}
                problem={(line, index) => unreadOf(line, unread) ?? (checked ? problems[index] : undefined)}
                add={writable ? add : undefined}
              />
              {writable && (
                <p className={styles.hint}>O preço de um insumo vale em todo o orçamento; o cadastro não muda.</p>
              )}
            </>
          )}
        </div>
      </ReadingContext>
    </Dialog>
  );
};
