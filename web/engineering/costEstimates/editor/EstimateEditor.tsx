import { formatDate } from '#domain/dates.ts';
import { notifyUndo } from '#web/client/notify.ts';
import { FormBanners } from '#web/form/FormBanners.tsx';
import { LeaveGuard } from '#web/form/LeaveGuard.tsx';
import { useEditorKeys } from '#web/form/useEditorKeys.ts';
import type { CostEstimateHeaderFragment } from '#web/generated/engineering.ts';
import { ACCESS_LOST, useAccessLost } from '#web/session/accessLost.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { AbcIcon, CheckCircleIcon, MoreIcon } from '#web/ui/icons.ts';
import {
  Banner,
  Breadcrumb,
  Button,
  dayOf,
  EmptyState,
  IconButton,
  Menu,
  StatusPill,
  useIsPhone,
} from '#web/ui/index.ts';
import { useState } from 'react';
import { useTaskChoicesQuery } from '#web/generated/engineering.ts';
import { useCostEstimateCalls } from '../calls.ts';
import { HeaderDialog, headerFormOf } from '../HeaderDialog.tsx';
import { COST_ESTIMATES } from '../words.ts';
import { BdiDialog } from './BdiDialog.tsx';
import { CompositionDialog } from './composition/CompositionDialog.tsx';
import { DiscountDialog } from './DiscountDialog.tsx';
import { EstimateCards } from './EstimateCards.tsx';
import { EstimateFoot } from './EstimateFoot.tsx';
import { EstimateGrid, UNITS_LIST } from './EstimateGrid.tsx';
import styles from './estimate.module.css';
import { ExportMenu } from './ExportMenu.tsx';
import { InsertBar } from './InsertBar.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { setCell } from './model/cells.ts';
import { setComposition, takeFromRegister } from './model/composition.ts';
import { movedTo, placeNow, wordsOf, type Drop } from './model/drop.ts';
import { indexOfKey, newService, rowOfFound, type EstimateRow } from './model/rows.ts';
import { placeOfItem } from './model/steps.ts';
import { RemoveStageDialog } from './RemoveStageDialog.tsx';
import { RowDialog } from './RowDialog.tsx';
import { focusFind, Toolbar } from './Toolbar.tsx';
import { useCommands } from './useCommands.ts';
import { useCursor } from './useCursor.ts';
import { useEstimate, type Details } from './useEstimate.ts';
import { useFind } from './useFind.ts';
import { usePageKeys } from './usePageKeys.ts';
import { usePasteAnywhere } from './usePasteAnywhere.ts';
import { useTree } from './useTree.ts';

interface EstimateEditorProps {
  estimate: CostEstimateHeaderFragment;
  details: Details;
  /** Opens a page below this one; what is typed is saved first. */
  onPart: (part: string) => void;
  onClose: () => void;
  onMove?: (direction: 1 | -1) => void;
}

type Asked =
  | { kind: 'bdi' | 'discount' | 'header' }
  | { kind: 'row' | 'composition'; row: EstimateRow }
  | { kind: 'move'; keys: ReadonlySet<string> }
  | null;

/** Why an estimate is only read; undefined where it can be changed. */
const readOnlyText = (header: CostEstimateHeaderFragment): string | undefined => {
  if (header.canChange) return undefined;
  if (header.fromAnotherSystem) return 'Este orçamento veio de outro sistema e só pode ser consultado.';
  if (!header.approved) return 'Sem permissão de engenharia nesta obra, o orçamento só pode ser consultado.';
  const when = header.approvedAt ? ` em ${formatDate(dayOf(header.approvedAt))}` : '';
  const who = header.approvedBy ? ` por ${header.approvedBy.name}` : '';
  const way = header.amendmentCount > 0 ? 'faça um aditivo' : 'desfaça a aprovação';
  return `Aprovado${when}${who}: para mudar, ${way}.`;
};

/** The page of one estimate (mock 3). */
export const EstimateEditor = ({ estimate, details, onPart, onClose, onMove }: EstimateEditorProps) => {
  const session = useSession();
  const phone = useIsPhone();
  const calls = useCostEstimateCalls();
  const edited = useEstimate(estimate, details);
  const { header, content, figures, lock, save } = edited;
  const { rows } = content.now;
  const tree = useTree(estimate.id, rows, content.saved.rows, edited.resources);
  const cursor = useCursor(tree.shown);
  const commands = useCommands(content, cursor, edited.use);
  const goTo = (index: number) => {
    const row = rows[index];
    if (!row) return;
    tree.reveal(index);
    cursor.go({ key: row.key, column: 'description' });
  };
  const find = useFind(rows, goTo);
  const [inserting, setInserting] = useState<'TASK' | 'PRODUCT' | null>(null);
  const [asked, setAsked] = useState<Asked>(null);
  const readOnly = useAccessLost() ? ACCESS_LOST : readOnlyText(header);
  // While another user edits, rows are read; what was typed here before stays, and can still be changed.
  const writable = readOnly === undefined && (lock.other === null || edited.dirty);
  const { data: choices } = useTaskChoicesQuery({ skip: !writable });
  const send = async (): Promise<boolean> => {
    const [cell] = Object.keys(edited.unread);
    if (edited.isBlocked && cell !== undefined) {
      const key = cell.slice(0, cell.lastIndexOf('.'));
      cursor.go({
        key,
        column: cell.endsWith('.unitPrice') ? 'unitPrice' : cell.endsWith('.quantity') ? 'quantity' : 'description',
      });
      return false;
    }
    return save.save();
  };
  useEditorKeys({ onSave: () => writable && edited.dirty && void send(), onMove: edited.dirty ? undefined : onMove });
  const approve = async () => {
    if (edited.dirty && !(await send())) return;
    const stored = await calls.approve(header.id, save.version(), !header.approved);
    if (!stored) return;
    save.take(stored);
  };
  const cancel = () => {
    edited.discard();
    onClose();
  };
  const at = rows[placeOfItem(rows, commands.index).index - 1];
  const bar = inserting !== null && writable && (
    <InsertBar
      kind={inserting}
      where={at ? `depois de ${tree.codeOf(at.key)} ${at.description}` : 'no início'}
      onChoose={(found) => commands.insert([rowOfFound(found)], 'quantity')}
      onTyped={() => commands.insert([newService()], 'description')}
      onClose={() => {
        setInserting(null);
        cursor.keep();
      }}
    />
  );
  const move = (drop: Drop, keys: ReadonlySet<string>) => {
    const next = commands.moveTo(drop, keys);
    const [first] = keys;
    setAsked(null);
    if (!next || next === rows || first === undefined) return;
    tree.reveal(indexOfKey(next, first), next);
    if (!phone) return;
    // On a phone one row is moved at a time, and there are no keys to step back.
    const before = placeNow(rows, first);
    notifyUndo(`Movida ${wordsOf(rows, drop)}`, () =>
      commands.edit((now) => {
        const back = movedTo(now, keys, before);
        return typeof back === 'string' ? now : back;
      }),
    );
  };
  const askMove = (keys: ReadonlySet<string>) => setAsked({ kind: 'move', keys });
  usePageKeys({ onFind: focusFind, onUndo: content.undo, onRedo: content.redo });
  usePasteAnywhere(writable && rows.length === 0, commands.paste);
  const memoOf = (row: EstimateRow | undefined) => row && !row.group && setAsked({ kind: 'row', row });
  const compositionOf = (row: EstimateRow | undefined) =>
    row && !row.group && row.taskId !== null && setAsked({ kind: 'composition', row });
  return (
    <div className={styles.page} data-form="">
      <header className={styles.header}>
        <Breadcrumb
          steps={[
            { label: 'Orçamentos', to: COST_ESTIMATES },
            { label: `${header.code} · ${header.building?.name ?? ''}` },
          ]}
        />
        <div className={styles.titleRow}>
          <div className={styles.titles}>
            <h1 className={styles.title}>{header.description}</h1>
            {lock.lock?.mine && <StatusPill tone="warning">Em edição por você</StatusPill>}
            {header.approved && <StatusPill tone="in">Aprovado</StatusPill>}
            {header.fromAnotherSystem && <StatusPill tone="neutral">Importado</StatusPill>}
            {edited.dirty && <StatusPill tone="warning">não salvo</StatusPill>}
          </div>
          <div className={styles.actions}>
            <Menu
              trigger={<IconButton label="Mais ações" icon={<MoreIcon />} />}
              {...(edited.dirty && { heading: 'Salve antes para ver preços, revisões e curva ABC.' })}
              actions={[
                ...(writable
                  ? [
                      {
                        label: 'Dados do orçamento…',
                        disabled: edited.dirty,
                        onClick: () => setAsked({ kind: 'header' }),
                      },
                      { label: 'BDI…', onClick: () => setAsked({ kind: 'bdi' }) },
                      { label: 'Desconto e total alvo…', onClick: () => setAsked({ kind: 'discount' }) },
                      {
                        ...{ label: 'Atualizar preços…', separated: true, disabled: edited.dirty || rows.length === 0 },
                        onClick: () => onPart('prices'),
                      },
                    ]
                  : []),
                ...(header.approved && !header.fromAnotherSystem
                  ? [{ label: 'Aditivos…', onClick: () => onPart('amendments') }]
                  : []),
                { label: 'Revisões…', disabled: edited.dirty, onClick: () => onPart('revisions') },
                { label: 'Planilha do cliente…', disabled: edited.dirty, onClick: () => onPart('client-workbook') },
                ...(phone
                  ? [{ label: 'Curva ABC…', disabled: edited.dirty || rows.length === 0, onClick: () => onPart('abc') }]
                  : []),
                ...(phone && writable ? [{ label: 'Aprovar', separated: true, onClick: () => void approve() }] : []),
              ]}
            />
            {!phone && rows.length > 0 && (
              <Button variant="subtle" icon={<AbcIcon />} disabled={edited.dirty} onClick={() => onPart('abc')}>
                Curva ABC
              </Button>
            )}
            {rows.length > 0 && <ExportMenu {...{ header, phone }} dirty={edited.dirty} />}
            <Button onClick={cancel}>{edited.dirty ? 'Cancelar' : 'Fechar'}</Button>
            {((writable && !phone) || (header.approved && !header.fromAnotherSystem)) && (
              <Button icon={<CheckCircleIcon />} onClick={() => void approve()}>
                {header.approved ? 'Desfazer aprovação' : 'Aprovar'}
              </Button>
            )}
            {writable && (
              <Button variant="primary" busy={save.saving} disabled={!edited.dirty} onClick={() => void send()}>
                Salvar
              </Button>
            )}
          </div>
        </div>
      </header>
      <div className={styles.banners}>
        <FormBanners
          form={{ dirty: edited.dirty, keptAt: edited.keptAt }}
          readOnly={readOnly}
          onDiscardDraft={edited.discard}
          banners={
            <>
              {lock.other !== null && (
                <Banner
                  tone="warning"
                  action={
                    session.grantee.admin &&
                    readOnly === undefined && <Button onClick={() => void lock.acquire(true)}>Assumir edição</Button>
                  }
                >
                  {lock.other}
                  {edited.dirty && ' O que você digitou fica guardado neste navegador.'}
                </Banner>
              )}
              {save.merged !== null && <Banner tone="warning">{save.merged}</Banner>}
            </>
          }
        />
      </div>
      {!phone && (
        <Toolbar
          {...{ content, commands, writable, find }}
          level={tree.level}
          onLevel={tree.setLevel}
          onInsert={setInserting}
          onMemo={() => memoOf(rows[commands.index])}
          onMove={() => askMove(cursor.chosen)}
          onComposition={rows[commands.index]?.taskId ? () => compositionOf(rows[commands.index]) : undefined}
          onFind={find.set}
          onNext={find.next}
        />
      )}
      {bar}
      <datalist id={UNITS_LIST}>
        {(choices?.units?.content ?? []).map(({ id, acronyms }) => (
          <option key={id} value={acronyms} />
        ))}
      </datalist>
      {rows.length === 0 ? (
        <div className={styles.empty}>
          <EmptyState
            title="Orçamento sem linhas"
            text="Comece por uma etapa, inclua serviços do catálogo ou cole as linhas de uma planilha."
            action={writable && <Button onClick={commands.stage}>Nova etapa</Button>}
          />
        </div>
      ) : phone ? (
        <EstimateCards
          {...{ rows, shown: tree.shown, figures, commands, writable, revision: content.revision }}
          {...{ unread: edited.unread, problems: edited.problems, onUnread: edited.setCellUnread }}
          onToggle={tree.toggle}
          onComposition={compositionOf}
          onMove={(row) => askMove(new Set([row.key]))}
        />
      ) : (
        <EstimateGrid
          {...{ content, cursor, commands, figures, writable, shown: tree.shown, marked: find.marked }}
          {...{ unread: edited.unread, problems: edited.problems, onUnread: edited.setCellUnread }}
          isOpen={tree.isOpen}
          onToggle={tree.toggle}
          onMemo={memoOf}
          onComposition={compositionOf}
          onInsert={() => setInserting('TASK')}
          onFind={focusFind}
          onMove={() => askMove(cursor.chosen)}
          onDrop={(drop) => move(drop, cursor.chosen)}
        />
      )}
      <EstimateFoot
        {...{ rows, figures, writable, discount: content.now.discount, visible: tree.shown.length }}
        currentTotal={header.amendmentCount > 0 ? header.currentTotal : null}
        onBdi={() => setAsked({ kind: 'bdi' })}
        onDiscount={() => setAsked({ kind: 'discount' })}
      />
      {asked?.kind === 'bdi' && (
        <BdiDialog
          content={content.now}
          onChange={(bdis, defaultBdiId) => content.edit((now) => ({ ...now, bdis, defaultBdiId }))}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.kind === 'discount' && (
        <DiscountDialog
          grossTotal={figures.grossTotal}
          discount={content.now.discount}
          onChange={(discount) => content.edit((now) => (now.discount === discount ? now : { ...now, discount }))}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.kind === 'row' && (
        <RowDialog
          row={asked.row}
          bdis={content.now.bdis}
          writable={writable}
          onChange={(cell) =>
            commands.edit((now) =>
              setCell(
                now,
                now.findIndex(({ key }) => key === asked.row.key),
                cell,
              ),
            )
          }
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.kind === 'composition' && (
        <CompositionDialog
          {...{ rows, writable, row: asked.row, estimateId: header.id, resources: edited.resources }}
          onApply={(lines) => commands.edit((now) => setComposition(now, asked.row.key, lines))}
          onReset={({ lines, unitPrice }) =>
            commands.edit((now) => takeFromRegister(now, asked.row.key, lines, unitPrice))
          }
          onClose={() => {
            setAsked(null);
            cursor.keep();
          }}
        />
      )}
      {asked?.kind === 'move' && (
        <MoveDialog
          {...{ rows, chosen: asked.keys }}
          onMove={(drop) => move(drop, asked.keys)}
          onClose={() => {
            setAsked(null);
            cursor.keep();
          }}
        />
      )}
      {commands.question && <RemoveStageDialog {...commands.question} />}
      {asked?.kind === 'header' && (
        <HeaderDialog
          title="Dados do orçamento"
          confirm="Salvar"
          initial={headerFormOf(header)}
          onSave={(input) => calls.update(header.id, save.version(), input)}
          onSaved={(stored) => {
            save.take(stored);
            setAsked(null);
          }}
          onClose={() => setAsked(null)}
        />
      )}
      <LeaveGuard when={edited.dirty} />
    </div>
  );
};
