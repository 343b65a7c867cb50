import { compare, money } from '#domain/money.ts';
import { errorText, fieldProblems } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { useEditorKeys } from '#web/form/useEditorKeys.ts';
import { useForm, type Problems } from '#web/form/useForm.ts';
import {
  PurchaseSettingsDocument,
  usePurchaseSettingsQuery,
  useUpdatePurchaseSettingsMutation,
  type PurchaseSettingsDetailsFragment,
} from '#web/generated/purchase.ts';
import { Button, Dialog, ErrorState, Field, FirstProblem, MoneyInput, ReadingContext } from '#web/ui/index.ts';
import { useState, type SubmitEvent } from 'react';
import styles from './settings.module.css';

const TITLE = 'Configurações de compras';
const FORM = 'purchase-settings';

interface SettingsForm {
  priceTolerance: string;
  receiptTolerance: string;
}

const tooMuch = (percent: string): string | undefined =>
  percent === '' ? 'Informe o percentual' : compare(percent, '100.00') > 0 ? 'No máximo 100 %' : undefined;

const problemsOf = (form: SettingsForm): Problems => {
  const [priceTolerance, receiptTolerance] = [tooMuch(form.priceTolerance), tooMuch(form.receiptTolerance)];
  return { ...(priceTolerance && { priceTolerance }), ...(receiptTolerance && { receiptTolerance }) };
};

const SettingsForm = ({ stored, onClose }: { stored: PurchaseSettingsDetailsFragment; onClose: () => void }) => {
  const [opened] = useState<SettingsForm>({
    ...{ priceTolerance: money(stored.priceTolerance), receiptTolerance: money(stored.receiptTolerance) },
  });
  const { form, set, check, refuse, reading, problems, refusals } = useForm(opened, opened, problemsOf);
  const [update, { loading }] = useUpdatePurchaseSettingsMutation({ context: { quiet: true } });
  const send = async () => {
    if (!check() || loading) return;
    try {
      await update({
        variables: { input: form },
        update: (cache, { data }) => {
          const purchaseSettings = data?.updatePurchaseSettings.settings;
          if (purchaseSettings) cache.writeQuery({ query: PurchaseSettingsDocument, data: { purchaseSettings } });
        },
      });
      notifySuccess('Configurações salvas');
      onClose();
    } catch (error) {
      const fields = fieldProblems(error);
      refuse(fields);
      if (fields.length === 0) notifyFailure(error, 'Falha para salvar configurações');
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void send();
  };
  useEditorKeys({ onSave: () => void send(), inDialog: true });
  return (
    <form id={FORM} onSubmit={submit} noValidate className={styles.fields}>
      <ReadingContext value={reading}>
        <Field
          label="Aviso de preço (%)"
          required
          error={problems.priceTolerance}
          hint="Um preço que passa do último pago por mais que isto é avisado antes de salvar o pedido."
        >
          <MoneyInput
            path="priceTolerance"
            symbol="%"
            value={form.priceTolerance}
            onChange={(priceTolerance) => set({ priceTolerance })}
          />
        </Field>
        <Field
          label="Tolerância no recebimento (%)"
          required
          error={problems.receiptTolerance}
          hint="Até quanto a nota pode passar do pedido: quantidade acima disto é recusada, preço acima disto é perguntado."
        >
          <MoneyInput
            path="receiptTolerance"
            symbol="%"
            value={form.receiptTolerance}
            onChange={(receiptTolerance) => set({ receiptTolerance })}
          />
        </Field>
      </ReadingContext>
      <FirstProblem refusals={refusals} />
      <div className={styles.actions}>
        <Button onClick={onClose}>Cancelar</Button>
        <Button variant="primary" type="submit" shortcut="Ctrl S" busy={loading}>
          Salvar
        </Button>
      </div>
    </form>
  );
};

/** How the account buys: set by its administrators. */
export const SettingsDialog = ({ onClose }: { onClose: () => void }) => {
  const { data, error, refetch } = usePurchaseSettingsQuery({ fetchPolicy: 'network-only', context: { quiet: true } });
  const stored = data?.purchaseSettings;
  // A dialog without anything to focus would be hidden from assistive technology: it opens with its fields.
  if (!stored && !error) return null;
  return (
    <Dialog open onClose={onClose} title={TITLE} actions={null}>
      {stored ? (
        <SettingsForm stored={stored} onClose={onClose} />
      ) : (
        <ErrorState message={errorText(error, 'Falha para buscar configurações')} onRetry={() => void refetch()} />
      )}
    </Dialog>
  );
};
