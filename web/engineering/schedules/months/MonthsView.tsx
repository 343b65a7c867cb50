import { isZero } from '#domain/money.ts';
import { formatMoney } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { downloadFile } from '#web/client/files.ts';
import { notifyFailure } from '#web/client/notify.ts';
import { useScheduleMonthsQuery } from '#web/generated/engineering.ts';
import { DownloadIcon } from '#web/ui/icons.ts';
import { Button, EmptyState, ErrorState, Menu, Segments, Skeleton, today, useIsPhone } from '#web/ui/index.ts';
import { useWidth } from '#web/ui/useWidth.ts';
import { useState } from 'react';
import { failures } from '../words.ts';
import { CurveS } from './CurveS.tsx';
import { MonthsList, MonthsTable } from './MonthsTable.tsx';
import styles from './months.module.css';

const PRICES = [
  { value: 'bdi', label: 'Com BDI' },
  { value: 'direct', label: 'Sem BDI' },
] as const;

const FILES = [
  { label: 'Excel (XLSX), com fórmulas', format: 'XLSX' },
  { label: 'PDF, com a curva S', format: 'PDF' },
] as const;

const ExportFiles = ({ id, code, withBdi }: { id: string; code: string; withBdi: boolean }) => {
  const [busy, setBusy] = useState(false);
  const save = async (format: (typeof FILES)[number]['format']) => {
    setBusy(true);
    const path = `/api/v1/engineering/cost-estimates/${id}/schedule/monthly/file?format=${format}&withBdi=${String(withBdi)}`;
    await downloadFile(path, `${code} físico-financeiro.${format.toLowerCase()}`).catch((error: unknown) =>
      notifyFailure(error, failures.export),
    );
    setBusy(false);
  };
  return (
    <Menu
      trigger={
        <Button icon={<DownloadIcon />} busy={busy}>
          Exportar
        </Button>
      }
      actions={FILES.map(({ label, format }) => ({ label, disabled: busy, onClick: () => void save(format) }))}
    />
  );
};

/** Físico-financeiro: what the plan does in each month, as curve S and as a table. */
export const MonthsView = ({ id, code }: { id: string; code: string }) => {
  const [prices, setPrices] = useState<'bdi' | 'direct'>('bdi');
  const withBdi = prices === 'bdi';
  const phone = useIsPhone();
  const { ref, width } = useWidth();
  const { data, error, refetch } = useScheduleMonthsQuery({
    variables: { costEstimateId: id, withBdi },
    ...{ fetchPolicy: 'no-cache', context: { quiet: true } },
  });
  const schedule = data?.monthlySchedule;
  return (
    <div className={styles.view}>
      <div className={styles.head} role="group" aria-label="Preços e arquivos">
        <Segments ariaLabel="Preços" value={prices} options={PRICES} onChange={setPrices} />
        <span className={styles.legend}>
          <span data-kind="month">No mês</span>
          <span data-kind="until">Acumulado (curva S)</span>
        </span>
        <ExportFiles {...{ id, code, withBdi }} />
      </div>
      <div ref={ref} className={styles.chart}>
        {schedule && schedule.months.length > 0 && width > 0 && (
          <CurveS months={schedule.months} width={width} today={today()} />
        )}
      </div>
      {error ? (
        <ErrorState message={errorText(error, failures.fetch)} onRetry={() => void refetch()} />
      ) : !schedule ? (
        <Skeleton rows={8} />
      ) : schedule.months.length === 0 ? (
        <EmptyState title="Nada planejado ainda" text="Os meses aparecem quando o cronograma tem tarefas." />
      ) : (
        <>
          {phone ? (
            <MonthsList schedule={schedule} today={today()} />
          ) : (
            <MonthsTable schedule={schedule} today={today()} />
          )}
          {phone && !isZero(schedule.unscheduled) && (
            <p className={styles.rest}>{`Sem data: R$ ${formatMoney(schedule.unscheduled)}`}</p>
          )}
        </>
      )}
    </div>
  );
};
