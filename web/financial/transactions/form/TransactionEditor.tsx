import { DocumentDrawer } from '#web/form/document/DocumentDrawer.tsx';
import type { TransactionDetailFragment, TransactionType } from '#web/generated/financial.ts';
import { useAccessLost } from '#web/session/accessLost.ts';
import { newModelOf } from '#web/session/newTransaction.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { ModelIcon } from '#web/ui/icons.ts';
import { Banner, Button, ConfirmDialog, IconButton } from '#web/ui/index.ts';
import { useNavigate } from 'react-router-dom';
import { ClosedMonthAction } from '#web/financial/monthClosing/exception/ClosedMonthAction.tsx';
import { closedText, exceptionText } from '#web/financial/monthClosing/exception/closedText.ts';
import { ApportionmentEditor } from './ApportionmentEditor.tsx';
import { Attachments } from './Attachments.tsx';
import { DuplicateBanner } from './DuplicateBanner.tsx';
import { EditorStatus, Figures, subtitleOf, titleOf } from './EditorHeader.tsx';
import { HeaderFields } from './HeaderFields.tsx';
import { InstallmentsEditor } from './InstallmentsEditor.tsx';
import { MeasurementLink } from './MeasurementLink.tsx';
import type { GivenModel } from './given.ts';
import { hasPaid } from './model.ts';
import { PaymentDialog } from './PaymentDialog.tsx';
import { useTransactionEditor } from './useTransactionEditor.ts';

export interface TransactionEditorProps {
  type: TransactionType;
  transaction: TransactionDetailFragment | null;
  /** What a new one begins with. */
  given?: GivenModel | null;
  onClose: () => void;
  /** Opens the next (1) or previous (-1) transaction of the list. */
  onMove?: (direction: 1 | -1) => void;
  /** Called with the id of a new transaction after its save. */
  onSaved: (id: string) => void;
}

const OTHER_BUILDINGS = 'Há obras neste lançamento em que você não tem permissão: ele só pode ser consultado.';

/** The form of one transaction. */
export const TransactionEditor = ({
  type,
  transaction,
  given = null,
  onClose,
  onMove,
  onSaved,
}: TransactionEditorProps) => {
  const expense = type === 'DEBIT';
  const navigate = useNavigate();
  const { may } = useSession();
  const { draft, editor, payments, files, duplicate, habit } = useTransactionEditor({
    ...{ type, transaction, given, onClose, onSaved },
  });
  const { state } = draft;
  const { form } = state;
  const locked = transaction !== null && !transaction.canChange;
  const closed = transaction !== null && transaction.closedMonth !== null && transaction.closedException === null;
  const accessLost = useAccessLost();
  const mayPay = !accessLost && !locked;
  const readOnly = !mayPay || closed;
  const next = form.installments.find((one) => one.forecast);
  const { paying } = payments;
  const pay = transaction !== null && next && (
    <Button onClick={() => payments.open(next)}>{expense ? 'Registrar pagamento' : 'Registrar recebimento'}</Button>
  );
  return (
    <DocumentDrawer
      draft={draft}
      editor={editor}
      feminine
      title={titleOf(transaction, expense)}
      subtitle={transaction ? subtitleOf(transaction) : given ? `Do modelo ${given.model.name}` : undefined}
      single={given !== null}
      tools={
        transaction?.canChange === true &&
        may({ allOf: ['DEBIT', 'CREDIT'] }) && (
          <IconButton
            label="Salvar como modelo"
            icon={<ModelIcon />}
            onClick={() => void navigate(newModelOf(type, transaction.id))}
          />
        )
      }
      status={<EditorStatus transaction={transaction} />}
      onClose={onClose}
      onMove={onMove}
      readOnly={locked ? OTHER_BUILDINGS : closed ? closedText(transaction.closedMonth) : undefined}
      readOnlyAction={closed && !locked && <ClosedMonthAction transaction={transaction} />}
      doubt={duplicate && <DuplicateBanner duplicate={duplicate} confirmed={editor.confirmed} />}
      removal={
        transaction !== null && !hasPaid(form)
          ? {
              title: expense ? 'Excluir a despesa?' : 'Excluir a receita?',
              text: 'As parcelas, o rateio e os anexos também serão excluídos. Isto não pode ser desfeito.',
            }
          : undefined
      }
      actions={pay}
      readOnlyActions={mayPay && pay}
      below={
        <>
          <Attachments
            attachments={transaction?.attachments ?? []}
            pending={files.pending}
            readOnly={!mayPay}
            onAdd={files.add}
            onCancel={files.cancel}
            onDownload={files.download}
            onRemove={files.remove}
          />
          {paying && (
            <PaymentDialog
              expense={expense}
              installment={paying.installment}
              number={1 + form.installments.findIndex((one) => one.id === paying.installment.id)}
              form={form}
              busy={paying.busy}
              refused={paying.refused}
              onPay={payments.pay}
              onClose={payments.close}
            />
          )}
          {payments.question && (
            <ConfirmDialog
              open
              title={expense ? 'Desfazer este pagamento?' : 'Desfazer este recebimento?'}
              text={`Este ${expense ? 'pagamento' : 'recebimento'} está conciliado com o extrato. Ao desfazer, a linha do banco volta para “A conciliar”.`}
              confirm="Desfazer"
              {...payments.question}
            />
          )}
        </>
      }
    >
      {transaction?.closedException != null && (
        <Banner tone="warning">{exceptionText(transaction.closedMonth, transaction.closedException)}</Banner>
      )}
      {transaction && <Figures form={form} expense={expense} />}
      {transaction && <MeasurementLink transaction={transaction} />}
      <HeaderFields
        key={editor.round}
        type={type}
        state={state}
        categoryHint={habit}
        autoFocus={transaction === null}
      />
      <InstallmentsEditor
        state={state}
        readOnly={readOnly}
        mayPay={mayPay}
        expense={expense}
        onPay={payments.open}
        onUndo={payments.undo}
        isReconciled={payments.isReconciled}
      />
      <ApportionmentEditor
        state={state}
        readOnly={readOnly}
        otherBuildingsValue={transaction?.otherBuildingsValue ?? null}
      />
    </DocumentDrawer>
  );
};
