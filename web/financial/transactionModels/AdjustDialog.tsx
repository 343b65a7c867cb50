import { adjustedValue, indexProblem } from '#domain/financial/transactionModels/values.ts';
import { formatMoney, formatPercentage } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { notifyFailure, notifySuccess, notifyUndo } from '#web/client/notify.ts';
import {
  useAdjustTransactionModelsMutation,
  useUndoModelAdjustmentMutation,
  type ModelRowFragment,
} from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useReading } from '#web/ui/reading.ts';
import { Button, Checkbox, Dialog, Field, MoneyInput, ReadingContext, Skeleton } from '#web/ui/index.ts';
import { useState, type SubmitEvent } from 'react';
import { forgetModels } from './calls.ts';
import styles from './models.module.css';
import { useModels } from './useModels.ts';

const FAILED = 'Não foi possível reajustar os modelos.';

const useAdjust = (onDone: () => void) => {
  const { companyId } = usePlace();
  const options = { update: forgetModels, context: { quiet: true } };
  const [adjust, { loading }] = useAdjustTransactionModelsMutation(options);
  const [undo] = useUndoModelAdjustmentMutation(options);
  const undoIt = async (id: string) => {
    try {
      const { data } = await undo({ variables: { companyId, id } });
      const kept = data?.undone.kept ?? [];
      const detail = kept.map(({ modelName, reason }) => `${modelName}: ${reason}`).join('; ');
      notifySuccess('Reajuste desfeito', detail ? { detail } : {});
    } catch (error) {
      notifyFailure(error);
    }
  };
  const apply = async (percentage: string, models: readonly ModelRowFragment[]) => {
    try {
      const chosen = models.map(({ id, version }) => ({ id, version }));
      const { data } = await adjust({ variables: { companyId, percentage, models: chosen } });
      if (!data) return;
      onDone();
      const text = `${counted(models.length, 'modelo')} ${models.length === 1 ? 'reajustado' : 'reajustados'}`;
      notifyUndo(text, () => void undoIt(data.adjusted.id), formatPercentage(percentage));
    } catch (error) {
      notifyFailure(error, FAILED);
    }
  };
  return { apply, loading };
};

/** Fixed values before and after an index that is typed once. */
export const AdjustDialog = ({ onClose }: { onClose: () => void }) => {
  const { models } = useModels('');
  const [percentage, setPercentage] = useState('');
  const [out, setOut] = useState<ReadonlySet<string>>(new Set());
  const reading = useReading();
  const { apply, loading } = useAdjust(onClose);
  const fixed = models?.filter(({ valueRule, canChange }) => valueRule === 'FIXED' && canChange);
  const problem = percentage === '' ? null : indexProblem(percentage);
  const usable = percentage !== '' && problem === null;
  const chosen = (fixed ?? []).filter(({ id }) => !out.has(id));
  const after = ({ value }: ModelRowFragment) => (usable ? adjustedValue(value ?? '0.00', percentage) : null);
  const lost = usable && chosen.some((model) => after(model) === null);
  const unread = reading.unread['percentage']?.problem;
  const blocked = !usable || lost || unread !== undefined || chosen.length === 0 || loading;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!blocked) void apply(percentage, chosen);
  };
  const toggle = (id: string, isIn: boolean) =>
    setOut((now) => new Set(isIn ? [...now].filter((one) => one !== id) : [...now, id]));
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Reajustar valores fixos"
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" type="submit" form="adjust-models" busy={loading} disabled={blocked && !loading}>
            {chosen.length === 0 ? 'Reajustar' : `Reajustar ${counted(chosen.length, 'modelo')}`}
          </Button>
        </>
      }
    >
      <ReadingContext value={reading}>
        <form id="adjust-models" onSubmit={submit} noValidate>
          <Field
            label="Índice"
            required
            error={unread ?? problem ?? (lost ? 'Um dos valores ficaria zerado' : undefined)}
            hint="Vale para todos os marcados. Os lançamentos já criados não mudam."
          >
            <MoneyInput
              path="percentage"
              kind="percentage"
              symbol="%"
              allowNegative
              autoFocus
              placeholder="4,87"
              value={percentage}
              onChange={setPercentage}
            />
          </Field>
        </form>
      </ReadingContext>
      {!fixed ? (
        <Skeleton rows={4} />
      ) : fixed.length === 0 ? (
        <p className={styles.muted}>Nenhum modelo tem valor fixo.</p>
      ) : (
        <table className={styles.adjust}>
          <thead>
            <tr>
              <th scope="col">Modelo</th>
              <th scope="col">Atual (R$)</th>
              <th scope="col">Novo (R$)</th>
            </tr>
          </thead>
          <tbody>
            {fixed.map((model) => (
              <tr key={model.id}>
                <th scope="row">
                  <Checkbox
                    label={model.name}
                    checked={!out.has(model.id)}
                    onChange={(isIn) => toggle(model.id, isIn)}
                  />
                </th>
                <td>{formatMoney(model.value)}</td>
                <td>{out.has(model.id) || !usable ? '—' : formatMoney(after(model))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
};
