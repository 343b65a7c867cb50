import { counted, formatCurrency } from '#domain/numberFormat.ts';
import { add } from '#domain/money.ts';
import { FormBanners } from '#web/form/FormBanners.tsx';
import { LeaveGuard } from '#web/form/LeaveGuard.tsx';
import { RemoveDialog } from '#web/form/RemoveDialog.tsx';
import { useEditorKeys } from '#web/form/useEditorKeys.ts';
import type { CostEstimateHeaderFragment } from '#web/generated/engineering.ts';
import {
  Button,
  Checkbox,
  ConfirmDialog,
  EmptyState,
  FigureStrip,
  Menu,
  IconButton,
  ReadingContext,
  ReadOnlyContext,
  StatusPill,
  useIsPhone,
} from '#web/ui/index.ts';
import { MoreIcon } from '#web/ui/icons.ts';
import { useState } from 'react';
import type { Location } from 'react-router-dom';
import { signed } from '../prices/PriceTable.tsx';
import { COST_ESTIMATES } from '../words.ts';
import { StatePage } from '../states/StatePage.tsx';
import { AddedDialog } from './AddedDialog.tsx';
import { AmendmentCards } from './AmendmentCards.tsx';
import { AmendmentGrid } from './AmendmentGrid.tsx';
import styles from './amendments.module.css';
import { HeaderFields } from './HeaderFields.tsx';
import type { AddedLine, AmendmentTree, EditedRow } from './model.ts';
import { useAmendmentForm } from './useAmendmentForm.ts';
import { amendmentName, FAILURES, STATES } from './words.ts';

interface AmendmentEditorProps {
  header: CostEstimateHeaderFragment;
  tree: AmendmentTree;
  onClose: () => void;
  onSaved: (text: string) => void;
  onRemoved: () => void;
}

type Asked = { kind: 'approve' | 'undo' | 'remove' } | { kind: 'line'; line: AddedLine; isNew: boolean } | null;

const partOf = ({ search }: Location) => new URLSearchParams(search).get('part');
const leaves = (from: Location, to: Location) => from.pathname !== to.pathname || partOf(from) !== partOf(to);

const newLine = (parentId: string | null): AddedLine => ({
  ...{ key: `new-${Date.now().toString(36)}`, parentId, description: '', unit: '', unitPrice: '', quantity: '' },
  ...{ bdiId: null, sourceCode: null },
});

/** Why an amendment is only read; undefined where it can be changed. */
const readOnlyText = (
  { status, approvedBy }: AmendmentTree['amendment'],
  header: CostEstimateHeaderFragment,
): string | undefined => {
  if (status === 'APPROVED')
    return `Aprovado${approvedBy ? ` por ${approvedBy.name}` : ''}: para mudar, desfaça a aprovação.`;
  if (status === 'CANCELLED') return 'Cancelado: para mudar, retome o aditivo.';
  return header.approved ? undefined : 'O orçamento não está aprovado: aprove-o para mudar este aditivo.';
};

/** One amendment: what it is about, and what it changes of the rows of the contract. */
export const AmendmentEditor = ({ header, tree, onClose, onSaved, onRemoved }: AmendmentEditorProps) => {
  const { amendment } = tree;
  const phone = useIsPhone();
  const readOnly = readOnlyText(amendment, header);
  const writable = readOnly === undefined;
  const edited = useAmendmentForm(header, tree, writable);
  const { form, rows, totals, dirty, calls } = edited;
  const [asked, setAsked] = useState<Asked>(null);
  const [only, setOnly] = useState(!writable);
  const name = amendmentName(amendment.number);
  const save = async (): Promise<boolean> => {
    const saved = await edited.save();
    if (saved) onSaved('Aditivo salvo');
    return saved;
  };
  const turn = async (status: 'DRAFT' | 'APPROVED' | 'CANCELLED', text: string) => {
    setAsked(null);
    if (await edited.turn(status)) onSaved(text);
  };
  useEditorKeys({ onSave: () => writable && dirty && void save() });
  const isWrong = ({ key }: EditedRow) => edited.unread[key] !== undefined || edited.rowProblems[key] !== undefined;
  const changes = (row: EditedRow) => (row.group ? row.value !== null : row.change !== null || isWrong(row));
  const shown = only ? rows.filter(changes) : rows;
  const stages = rows.filter(({ group }) => group);
  const list = {
    ...{ rows: shown, writable, unread: edited.unread, problems: edited.rowProblems },
    ...{ onChange: edited.change, onUnread: edited.setUnread },
    onOpen: (row: (typeof rows)[number]) => row.added && setAsked({ kind: 'line', line: row.added, isNew: false }),
  };
  const actions = (
    <>
      <StatusPill tone={STATES[amendment.status].tone}>{STATES[amendment.status].label}</StatusPill>
      {amendment.status !== 'APPROVED' && (
        <Menu
          trigger={<IconButton label="Mais ações" icon={<MoreIcon />} />}
          actions={[
            amendment.status === 'DRAFT'
              ? {
                  label: 'Cancelar aditivo',
                  disabled: dirty,
                  onClick: () => void turn('CANCELLED', `${name} cancelado`),
                }
              : { label: 'Retomar aditivo', onClick: () => void turn('DRAFT', `${name} retomado`) },
            { label: 'Excluir…', separated: true, onClick: () => setAsked({ kind: 'remove' }) },
          ]}
        />
      )}
      {amendment.status === 'APPROVED' && amendment.isLast && (
        <Button onClick={() => setAsked({ kind: 'undo' })}>Desfazer aprovação</Button>
      )}
      {writable && (
        <Button disabled={dirty} onClick={() => setAsked({ kind: 'approve' })}>
          Aprovar
        </Button>
      )}
      {writable && (
        <Button variant="primary" busy={calls.busy} disabled={!dirty} onClick={() => void save()}>
          Salvar
        </Button>
      )}
    </>
  );
  return (
    <StatePage
      header={header}
      title={name}
      part={{ label: 'Aditivos', to: `${COST_ESTIMATES}?id=${header.id}&part=amendments` }}
      actions={actions}
      onClose={onClose}
    >
      <FormBanners
        form={{ dirty, keptAt: edited.keptAt }}
        {...(readOnly !== undefined && { readOnly })}
        onDiscardDraft={edited.discard}
        banners={null}
      />
      <ReadingContext value={edited.reading}>
        <ReadOnlyContext value={!writable}>
          <div className={styles.header}>
            <HeaderFields {...{ form }} rows={phone ? 3 : 1} problems={edited.problems} onChange={edited.set} />
          </div>
        </ReadOnlyContext>
      </ReadingContext>
      <FigureStrip
        figures={[
          { label: 'Contrato antes', value: amendment.previousTotal },
          { label: 'Acréscimos', text: signed(totals.increase) },
          { label: 'Supressões', text: signed(totals.decrease) },
          { label: 'Aditivo', text: signed(totals.total) },
          { label: 'Contrato depois', value: add(amendment.previousTotal, totals.total) },
        ]}
      />
      <div className={styles.tools}>
        {writable && (
          <Button onClick={() => setAsked({ kind: 'line', line: newLine(stages[0]?.key ?? null), isNew: true })}>
            Serviço novo…
          </Button>
        )}
        <Checkbox label="Só o que muda" checked={only} onChange={setOnly} />
        <span className={styles.quiet}>
          {counted(rows.filter(({ group, change }) => !group && change !== null).length, 'linha muda', 'linhas mudam')}
        </span>
      </div>
      {shown.length === 0 ? (
        <EmptyState
          title="Nenhuma linha muda"
          text={writable ? 'Mostre todas as linhas e digite o aditivo na coluna dele, ou inclua um serviço novo.' : ''}
        />
      ) : phone ? (
        <AmendmentCards {...list} />
      ) : (
        <AmendmentGrid {...list} />
      )}
      {asked?.kind === 'line' && (
        <AddedDialog
          line={asked.line}
          isNew={asked.isNew}
          stages={stages}
          bdis={header.bdis}
          onSave={(line) => {
            edited.put(line);
            setAsked(null);
          }}
          onRemove={() => {
            edited.drop(asked.line.key);
            setAsked(null);
          }}
          onClose={() => setAsked(null)}
        />
      )}
      <ConfirmDialog
        open={asked?.kind === 'approve'}
        title={`Aprovar o ${name}?`}
        text={`O contrato passa de ${formatCurrency(amendment.previousTotal)} para ${formatCurrency(
          add(amendment.previousTotal, totals.total),
        )}${Number(form.days) > 0 ? `, e o prazo aumenta ${counted(Number(form.days), 'dia')}` : ''}. As quantidades valem para as próximas medições.`}
        confirm="Aprovar"
        onConfirm={() => void turn('APPROVED', `${name} aprovado`)}
        onCancel={() => setAsked(null)}
      />
      <ConfirmDialog
        open={asked?.kind === 'undo'}
        title={`Desfazer a aprovação do ${name}?`}
        text={`O contrato volta a ${formatCurrency(amendment.previousTotal)}, e o aditivo volta a ser elaborado.`}
        confirm="Desfazer aprovação"
        onConfirm={() => void turn('DRAFT', 'Aprovação desfeita')}
        onCancel={() => setAsked(null)}
      />
      <RemoveDialog
        open={asked?.kind === 'remove'}
        title={`Excluir o ${name}?`}
        text="As linhas dele se perdem; o orçamento não muda. Isto não pode ser desfeito."
        failureText={FAILURES.remove}
        onRemove={() => calls.remove(amendment)}
        onRemoved={() => {
          edited.discard();
          onRemoved();
        }}
        onCancel={() => setAsked(null)}
      />
      <LeaveGuard when={dirty && asked?.kind !== 'remove'} asks={leaves} />
    </StatePage>
  );
};
