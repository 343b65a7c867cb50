import { NEW_MODEL } from '#web/session/newTransaction.ts';
import { isMonthText, nextMonth } from '#domain/financial/transactionModels/recurrence.ts';
import { counted } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { useFailureNotice } from '#web/list/useFailureNotice.ts';
import { useListQuery } from '#web/list/useListQuery.ts';
import { AddIcon } from '#web/ui/icons.ts';
import {
  Button,
  EmptyState,
  ErrorState,
  Fab,
  PageHeader,
  Screen,
  Skeleton,
  today,
  useIsPhone,
  ViewTabs,
} from '#web/ui/index.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { AdjustDialog } from './AdjustDialog.tsx';
import { FirstModels } from './FirstModels.tsx';
import { ModelList } from './ModelList.tsx';
import styles from './models.module.css';
import { PreviewPane } from './preview/PreviewPane.tsx';
import { usePreview } from './preview/usePreview.ts';
import { Suggestion } from './Suggestion.tsx';
import { useModels, viewOf, type View } from './useModels.ts';
import { FETCH_MODELS_FAILED } from './words.ts';

/** Until this day people still make the documents of the month; later they look at the next one. */
const LAST_DAY_OF_THIS_MONTH = 10;

const defaultMonth = (): string => {
  const now = today();
  return nextMonth(now.slice(0, 7), Number(now.slice(8)) > LAST_DAY_OF_THIS_MONTH ? 1 : 0);
};

const tabsOf = (totals: ReturnType<typeof useModels>['totals']) => [
  { id: '' as View, label: 'Todos', count: totals?.all },
  { id: 'monthly' as View, label: 'Mensais', count: totals?.monthly },
  // Most companies have none: the tab comes with the first.
  ...((totals?.others ?? 0) > 0 ? [{ id: 'others' as View, label: 'Semanais e anuais', count: totals?.others }] : []),
  { id: 'onDemand' as View, label: 'Sob demanda', count: totals?.onDemand },
  { id: 'paused' as View, label: 'Pausados', count: totals?.paused },
];

/** Modelos (§2 /transaction-models; mock 10): the models, and what a month of them would create (`?month=2026-12`). */
const ModelsScreen = () => {
  const { own, setOwn } = useListQuery();
  const navigate = useNavigate();
  const phone = useIsPhone();
  const view = viewOf(own('tab'));
  const asked = own('month');
  const month = isMonthText(asked) ? asked : defaultMonth();
  const { models, totals, error, refetch } = useModels(view);
  const preview = usePreview(month);
  const [activeId, setActiveId] = useState<string | null>(null);
  const [adjusting, setAdjusting] = useState(false);
  const failure = error ? errorText(error, FETCH_MODELS_FAILED) : null;
  useFailureNotice(failure, models !== undefined && failure === null);
  const openNew = () => void navigate(NEW_MODEL);
  const onModels = own('side') === 'models';
  const isFirst = totals?.all === 0;
  const views = (
    <ViewTabs<View>
      ariaLabel="Situação"
      tabs={tabsOf(totals)}
      value={view}
      onChange={(id) => setOwn('tab', id || null)}
    />
  );
  const list = (
    <div className={styles.list}>
      {phone && views}
      <div className={styles.scroll}>
        {failure !== null && !models ? (
          <ErrorState message={failure} onRetry={() => void refetch()} />
        ) : !models ? (
          <Skeleton rows={9} />
        ) : isFirst ? (
          <FirstModels />
        ) : models.length === 0 ? (
          <EmptyState
            title="Nenhum modelo nesta situação"
            action={<Button onClick={() => setOwn('tab', null)}>Ver todos</Button>}
          />
        ) : (
          <ModelList models={models} activeId={activeId} />
        )}
      </div>
      <Suggestion />
    </div>
  );
  const pane = (
    <div className={styles.preview}>
      <PreviewPane
        month={month}
        state={preview}
        activeId={activeId}
        onMonth={(next) => setOwn('month', next, 'replace')}
        onActive={setActiveId}
      />
    </div>
  );
  return (
    <Screen>
      <PageHeader
        title="Modelos de lançamento"
        summary={totals && `${counted(totals.all, 'modelo')} · ${repeatText(totals.monthly)}`}
        actions={
          <>
            <Button onClick={() => setAdjusting(true)}>Reajustar</Button>
            {!phone && (
              <Button variant="primary" icon={<AddIcon />} onClick={openNew}>
                Novo modelo
              </Button>
            )}
          </>
        }
        tabs={
          phone ? (
            <ViewTabs
              ariaLabel="Prévia ou modelos"
              tabs={[
                { id: '', label: 'O que seria criado' },
                { id: 'models', label: 'Modelos', count: totals?.all },
              ]}
              value={onModels ? 'models' : ''}
              onChange={(id) => setOwn('side', id || null, 'replace')}
            />
          ) : (
            views
          )
        }
      />
      <div className={styles.panes}>
        {(!phone || onModels || isFirst) && list}
        {(!phone || (!onModels && !isFirst)) && pane}
      </div>
      {phone && (onModels || isFirst) && <Fab label="Novo modelo" icon={<AddIcon />} onClick={openNew} />}
      {adjusting && <AdjustDialog onClose={() => setAdjusting(false)} />}
    </Screen>
  );
};

export default ModelsScreen;

const repeatText = (count: number): string => (count === 1 ? '1 repete todo mês' : `${count} repetem todo mês`);
