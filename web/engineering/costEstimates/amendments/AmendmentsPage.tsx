import { formatDate } from '#domain/dates.ts';
import { isZero, percentageOf, sum } from '#domain/money.ts';
import { counted, formatPercentage } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import {
  useCostEstimateAmendmentsQuery,
  type CostEstimateAmendmentFieldsFragment,
  type CostEstimateHeaderFragment,
} from '#web/generated/engineering.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import {
  Button,
  Dialog,
  EmptyState,
  ErrorState,
  FigureStrip,
  ReadingContext,
  Skeleton,
  StatusPill,
  today,
  unreadProblems,
  useReading,
} from '#web/ui/index.ts';
import { useState } from 'react';
import { signed } from '../prices/PriceTable.tsx';
import { StatePage } from '../states/StatePage.tsx';
import styles from './amendments.module.css';
import { HeaderFields, headerProblems } from './HeaderFields.tsx';
import { useAmendmentCalls } from './useAmendmentCalls.ts';
import { amendmentName, FAILURES, STATES } from './words.ts';

type Amendment = CostEstimateAmendmentFieldsFragment;

interface AmendmentsPageProps {
  header: CostEstimateHeaderFragment;
  onClose: () => void;
  onOpen: (id: string) => void;
}

/** "+12,30% do original" */
const partOf = (value: string, total: string): string =>
  isZero(total) ? '\u00a0' : `${formatPercentage(percentageOf(value, total))} do original`;

/** The contract: original, what approved amendments add, and both together. */
const Contract = ({ header, rows }: { header: CostEstimateHeaderFragment; rows: readonly Amendment[] }) => {
  const approved = rows.filter(({ status }) => status === 'APPROVED');
  const increase = sum(approved.map((one) => one.increase));
  const decrease = sum(approved.map((one) => one.decrease));
  return (
    <FigureStrip
      figures={[
        { label: 'Original', value: header.total, note: 'na aprovação' },
        { label: 'Acréscimos', text: signed(increase), note: partOf(increase, header.total) },
        { label: 'Supressões', text: signed(decrease), note: partOf(decrease, header.total) },
        {
          label: 'Total com aditivos',
          value: header.currentTotal,
          note: counted(header.amendmentCount, 'aditivo aprovado', 'aditivos aprovados'),
        },
        { label: 'Prazo', text: `+${counted(header.amendmentDays, 'dia')}`, note: 'prorrogado' },
      ]}
    />
  );
};

const Row = ({ amendment, onOpen }: { amendment: Amendment; onOpen: () => void }) => {
  const { number, status, date, reason, days, lineCount, total, approvedAt, approvedBy } = amendment;
  const state = STATES[status];
  const who = approvedAt && approvedBy ? ` · aprovado por ${approvedBy.name}` : '';
  return (
    <li className={styles.item}>
      <div className={styles.about}>
        <span className={styles.named}>
          <strong>{amendmentName(number)}</strong>
          <StatusPill tone={state.tone}>{state.label}</StatusPill>
        </span>
        <span>{reason}</span>
        <span className={styles.quiet}>
          {formatDate(date)} · {counted(lineCount, 'linha')}
          {days > 0 ? ` · prazo +${counted(days, 'dia')}` : ''}
          {who}
        </span>
      </div>
      <strong className={styles.worth}>{signed(total)}</strong>
      <Button onClick={onOpen}>{`Abrir ${amendmentName(number)}`}</Button>
    </li>
  );
};

interface NewDialogProps {
  id: string;
  onCreated: (id: string) => void;
  onClose: () => void;
}

/** A new amendment: its lines are typed afterwards. */
const NewDialog = ({ id, onCreated, onClose }: NewDialogProps) => {
  const calls = useAmendmentCalls(id);
  const reading = useReading();
  const [form, setForm] = useState({ date: today(), reason: '', days: '0' });
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const save = async () => {
    const missing = headerProblems(form);
    setProblems(missing);
    if (Object.keys({ ...missing, ...reading.unread }).length > 0) return;
    const answer = await calls.create({ ...form, days: Number(form.days || '0'), lines: [] });
    setProblems(answer.problems);
    if (answer.saved) onCreated(answer.saved.amendment.id);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Novo aditivo"
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" busy={calls.busy} onClick={() => void save()}>
            Começar
          </Button>
        </>
      }
    >
      <ReadingContext value={reading}>
        <HeaderFields
          form={form}
          problems={{ ...problems, ...unreadProblems(reading.unread) }}
          onChange={(values) => setForm((now) => ({ ...now, ...values }))}
        />
      </ReadingContext>
    </Dialog>
  );
};

/** Amendments (aditivos) of an approved estimate. */
export const AmendmentsPage = ({ header, onClose, onOpen }: AmendmentsPageProps) => {
  const { companyId } = usePlace();
  const [asking, setAsking] = useState(false);
  const { data, error, refetch } = useCostEstimateAmendmentsQuery({
    variables: { companyId, id: header.id },
    ...{ context: { quiet: true }, fetchPolicy: 'no-cache' },
  });
  const rows = data?.costEstimateAmendments?.content;
  const allowed = header.approved && !header.fromAnotherSystem;
  const begin = allowed && (
    <Button variant="primary" onClick={() => setAsking(true)}>
      Novo aditivo
    </Button>
  );
  return (
    <StatePage header={header} title="Aditivos" onClose={onClose} actions={begin}>
      {!rows ? (
        error ? (
          <ErrorState message={errorText(error, FAILURES.list)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={6} />
        )
      ) : (
        <>
          {rows.length > 0 && <Contract header={header} rows={rows} />}
          {rows.length === 0 ? (
            <EmptyState
              title="Nenhum aditivo"
              text={
                allowed
                  ? 'Um aditivo muda quantidades, inclui serviços ou prorroga o prazo do que foi aprovado.'
                  : 'Aditivos mudam um orçamento aprovado. Aprove este orçamento primeiro.'
              }
            />
          ) : (
            <ul className={styles.list} aria-label="Aditivos">
              {rows.map((amendment) => (
                <Row key={amendment.id} amendment={amendment} onOpen={() => onOpen(amendment.id)} />
              ))}
            </ul>
          )}
        </>
      )}
      {asking && <NewDialog id={header.id} onCreated={onOpen} onClose={() => setAsking(false)} />}
    </StatePage>
  );
};
